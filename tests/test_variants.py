"""Every game of the family on the library: rule cases, the twin at every node, exact values, declarations."""

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any

import pytest

from scopone import IllegalMove, Move, NotationError, Position, Rules, RulesError, Unsolvable, analyse, solve
from scopone.cards import pack
from scopone.rules import preset_names
from scopone.solver.driver import Driver, NoRoom
from scopone.view import View
from tests import caserun
from tests.core_engine import CoreEngine
from tests.test_engine import check_hand
from tests.test_options import SOME
from tests.twin import Twin, TwinRules, brute_moves, brute_value, random_position

CASES = {case["id"]: case for case in caserun.load()}
GAMES = preset_names()
SOLVABLE = [name for name in GAMES if Rules.preset(name).n_sides == 2]
OPEN_SIDED = [name for name in GAMES if Rules.preset(name).n_sides > 2]

# Disputed cases that follow the default: the option of another reading, under which they fail.
OTHERWISE: dict[str, dict[str, Any]] = {
    "ass-009": {"ace_sweep": "always"},
    "cap-013": {"single_priority": "off"},
    "nap-005": {"run_items": [{"name": "napola", "suit": "D", "min": 3, "max": 3}]},
    "pla-019": {"leftovers_to": "dealer"},
    "qui-009": {"fewest_cards": True},
    "sco-007": {"primiera_missing": "sum"},
    "sco-010": {"primiera_missing": "sum"},
    "sco-014": {"primiera_missing": "sum"},
    "sco-016": {"primiera_missing": "sum"},
    "var-012": {"sides": [0, 1, 2, 3, 4, 5]},
    "var-028": {"ace_sweep": "always"},
    "var-033": {"ace_sweep_scopa": True},
    "var-035": {"ace_on_empty": "takes_itself"},
    "var-039": {"capture_modes": ["equal", "fifteen"]},
    "var-044": {"dealer_table_bonus": []},
    "var-045": {"dealer_table_bonus": []},
    "var-047": {"primiera": {"mode": "points", "values": "classic"}},
    "var-053": {"declarations": {"stack": "sum"}},
    "var-059": {"single_priority": "same_value"},
    "var-065": {"declarations": {"wild": None, "wild_keeps_value": "no"}},
    "var-067": {"dealer_table_bonus": []},
    "var-069": {"declarations": {"items": [["buona", "low", 1], ["buona_da_dieci", "three_equal", 2]]}},
    "var-073": {"run_items": [{"name": "piccola", "suit": "D", "min": 3, "max": 4}]},
    "var-075": {"hand": 12, "table": 4},
    "var-076": {"hand": 13, "table": 0},
    "var-080": {"capture_compulsory": True},
    "var-084": {"majorities": [{"name": "carte", "of": "cards", "points": 2, "tie": "none", "min": None}]},
    "var-087": {"scopa_card_replaces": False},
    "var-101": {"run_items": []},
    "var-102": {"card_items": []},
    "var-104": {"hand": 9, "table": 4},
    "var-108": {"primiera": {"mode": "count_lex", "ranks": ["7", "6", "A"]}},
    "var-114": {"instant_win": []},
    "var-143": {"max_capture_cards": 2},
    "var-145": {"fewest_cards": True},
}
# Disputed cases to which no other reading of the specification gives an option.
NO_OPTION = {
    "ass-003": "an ace that takes itself is written as one that is laid (var-035 shows the difference)",
    "dea-005": "the deal is the name of the game",
    "nap-008": "the case says itself who has won at once",
    "pri-006": "asks what a pile is worth by itself (sco-016 shows the difference)",
    "var-083": "the other game is cicera",
    "var-089": "only one program scores otherwise",
    "var-105": "card mappings are not rules",
    "var-115": "the case says itself who has won at once",
    "var-124": "three sevens that win the primiera are another game",
    "var-132": "the other table of values is an error of one program",
    "var-133": "the other table of values is an error of one program",
    "var-147": "a reading of one word that the other texts exclude",
    "var-156": "no text but one plays on, and no option does",
    "var-164": "card mappings are not rules",
}


def differences(case: Mapping[str, Any]) -> list[str]:
    return caserun.run(case, CoreEngine())


def options_of(case: Mapping[str, Any]) -> dict[str, Any]:
    return {**case["input"].get("options", {}), **case["input"].get("rules", {})}


def with_rules(case: Mapping[str, Any], rules: Mapping[str, Any] | None) -> dict[str, Any]:
    bare = {k: v for k, v in case["input"].items() if k not in ("options", "rules", *(rules or ()))}
    return {**case, "input": bare | ({"rules": rules} if rules else {})}


def test_every_disputed_case_is_looked_at() -> None:
    for name, case in CASES.items():
        if case.get("disputed"):
            assert (name in OTHERWISE) + (name in NO_OPTION) + bool(
                options_of(case)
            ) == 1 or name == "nap-008"


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if c.get("disputed") and options_of(c)])
def test_a_disputed_case_passes_under_its_option_only(name: str) -> None:
    assert differences(CASES[name]) == []
    if name not in NO_OPTION:
        assert differences(with_rules(CASES[name], None)) != []


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_disputed_case_fails_under_the_other_reading(name: str) -> None:
    case = CASES[name]
    rules = dict(OTHERWISE[name])
    if "declarations" in rules:
        twin = TwinRules.data(case["variant"])
        rules["declarations"] = {**twin["declarations"], **rules["declarations"]}
    assert differences(case) == []
    if case["input"]["type"] == "deal_sizes":
        sizes = CoreEngine().deal_sizes(Rules.from_data(case["variant"], rules))
        assert (sizes.hand, sizes.table) != (case["input"]["hand"], case["input"]["table"])
    elif name == "var-012":
        assert CoreEngine().side_of(Rules.from_data("scopa6", rules)) != tuple(case["expected"]["side_of"])
    else:
        assert differences(with_rules(case, rules)) != []


# Whole hands ---------------------------------------------------------------------------------------------


def check_points(p: Position) -> None:
    """What the items of a finished hand must add up to."""
    rules, score = p.rules, p.score()
    assert score.points == tuple(map(sum, zip(*score.values(), strict=True)))
    assert score["scope"] == tuple(n * rules.scopa_points for n in p.scope)
    if p.last_capturer is None:
        return
    assert not p.table
    for m in rules.majorities:
        given = sum(score["cards" if m.name == "carte" else m.name])
        assert given in ((m.points,) if m.tie == "split" and rules.n_sides == 2 else (0, m.points))
    for card_item in rules.card_items:
        if card_item.requires is None and not rules.scopa_card_points:
            assert sum(score[card_item.name]) == card_item.points
    for set_item in rules.set_items:
        assert sum(score[set_item.name]) in (0, set_item.points)
    for run in rules.run_items:
        assert sum(n > 0 for n in score[run.name]) <= 1
    if rules.primiera is not None:
        assert sum(score["primiera"]) in (0, 1)
    if not any(p.bonus):
        assert sum(sum(score.get(name, ())) for name in ("picada", "declarations", "scopa_cards")) == 0


def check_whole_hand(name: str, rng: Random) -> None:
    rules = Rules.parse(name)
    check_hand(rules, TwinRules.from_string(name), rng)
    p = Position.deal(rules, rng.randrange(2**32))
    every = list(pack(rules.deck))
    while not p.is_over:
        p = p.play(rng.choice(p.legal_moves))
        assert sorted(chain(*p.hands, p.table, *p.piles, p.stock)) == every
    check_points(p)


@pytest.mark.parametrize("name", GAMES)
def test_hands_of_every_game(name: str) -> None:
    rng = Random(name)
    for _ in range(8):
        check_whole_hand(name, rng)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_hands_of_every_game(name: str) -> None:
    rng = Random(f"many {name}")
    for _ in range(10_000):
        check_whole_hand(name, rng)


def random_rules(rng: Random) -> str:
    """Some game with some options that go together."""
    while True:
        base = rng.choice(("scopa2", "scopa2", "scopa4", "cirulla", "bazzica", "maresciallo_full", "cicera"))
        try:
            return str(Rules.parse("+".join([base, *rng.sample(SOME, rng.randint(1, 5))])))
        except RulesError:
            continue


@pytest.mark.parametrize("seed", range(40))
def test_hands_under_options_at_random(seed: int) -> None:
    rng = Random(seed)
    check_whole_hand(random_rules(rng), rng)


# Exact values --------------------------------------------------------------------------------------------


def small_position(twin_rules: TwinRules, rng: Random) -> Twin:
    if not twin_rules.capture_compulsory:
        return random_position(twin_rules, 1 if twin_rules.players > 2 else 2, rng)
    return random_position(twin_rules, rng.choice((1, 2) if twin_rules.players > 2 else (2, 3)), rng)


def check_values(name: str, n: int, seed: int = 0) -> int:
    """Brute force against the solver, with the table high and all the way down; how many had a value."""
    twin_rules = TwinRules.from_string(name)
    rng = Random(f"{name} {seed}")
    drivers = Driver(1 << 20), Driver(1 << 16, probe_least=2)
    solved = 0
    while n:
        twin = small_position(twin_rules, rng)
        n -= 1
        value = brute_value(twin)
        p = Position.parse(str(twin))
        for driver in drivers:
            if not driver.begin(p):
                assert p.rules.declarations is not None
                continue
            try:
                driver.narrow(rng.randint(value - 2, value + 2))
            except NoRoom:  # captures are free, and the table is full
                assert not p.rules.capture_compulsory
                continue
            assert driver.bounds == (value, value), str(p)
            solved += 1
    return solved


@pytest.mark.parametrize("name", SOLVABLE)
def test_the_solver_equals_brute_force(name: str) -> None:
    assert check_values(name, 20) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVABLE)
def test_the_solver_equals_brute_force_on_200_positions(name: str) -> None:
    assert check_values(name, 200, seed=1) > 300


@pytest.mark.parametrize(
    "name",
    [
        "ponino+players=4+sides=2",
        "ponino+players=4+sides=2+leftovers=dealer+last_scopa",
        "scopa4+scuderia=side+scopa=2+ace=if_no_ace",
        "maresciallo_full+ace_scopa+last_scopa+scopa_card=Rs:-4,Rc:2",
        "maresciallo+scopa_card_adds+scuderia=side",
        "scopa2+optional+picada=2+majority=spade:suit.s:1+majority=sette:rank.7:1",
        "scopa2+majority=denari:suit.d:1:min8+majority=carte:cards:2:min33+card=x:Ab:-2",
        "scopa2+napola+piccola+grande+settanta+argentina+saponificatrice",
        "scopa2+primiera=most_765A4+incomplete=void+no_carte",
        "scopa4+leftovers=dealer+card=male:2c:-3+priority=off",
        "asso_pigliatutto+ace_self+leftovers=dealer+fewest",
        "bazzica+declare_stack=sum",
        "bazzica+declare_mode=automatic",
        "cirulla+wild_value=no",
    ],
)
def test_the_solver_equals_brute_force_with_options(name: str) -> None:
    assert check_values(name, 25) > 0


@pytest.mark.parametrize("seed", range(30))
def test_the_solver_under_options_at_random(seed: int) -> None:
    rng = Random(1000 + seed)
    name = random_rules(rng)
    if Rules.parse(name).n_sides == 2:
        check_values(name, 3, seed)


@pytest.mark.parametrize("name", ["bazzica", "cirulla", "bazzica+declare_mode=automatic"])
def test_declarations_have_their_values(name: str) -> None:
    twin_rules = TwinRules.from_string(name)
    rng = Random(name)
    declaring = 0
    while declaring < 6:
        twin = random_position(twin_rules, 3, rng)
        p = Position.parse(str(twin))
        if not p.declarations:
            continue
        try:
            a = analyse(p)
        except Unsolvable:
            continue
        declaring += 1
        assert {str(m.move): m.value for m in a.moves} == brute_moves(twin)
        assert a.best is not None and a.best.declared is not None
        end = p
        for move in a.line:
            end = end.play(move)
        assert end.is_over and end.score().value == a.value == solve(p).value


def test_which_partner_takes_the_knights_matters() -> None:
    """Seat 0 has three knights: the fourth makes the scuderia in his pile, and not in his partner's."""
    pile = "CdCcCs" + "".join(r + s for r in "A23456" for s in "dcsb" if r + s not in ("5d", "6s"))
    rest = "".join(r + s for r in "7FR" for s in "dcsb" if r + s not in ("Fb",))
    values = []
    for piles in (f"{pile}/{rest}/-/-", f"-/{rest}/{pile}/-"):
        line = f"ponino+players=4+sides=2 Fb/5d/6s/Cb - {piles} 3-0 0:0"
        value = solve(Position.parse(line)).value
        assert value is not None and value == brute_value(Twin.parse(line))
        values.append(value)
    assert values[0] == values[1] + 3


@pytest.mark.parametrize("name", OPEN_SIDED)
def test_games_of_more_sides_have_no_single_value(name: str) -> None:
    p = Position.deal(Rules.preset(name), 1)
    for ask in (solve, analyse):
        with pytest.raises(Unsolvable, match="no single exact value"):
            ask(p)
    while not p.is_over:
        p = p.play(p.legal_moves[0])
    assert len(p.score().points) == p.rules.n_sides
    with pytest.raises(Unsolvable):
        solve(p)


def test_a_wild_card_still_to_be_played_has_no_value() -> None:
    held = line_with("cirulla 7cCs!C/3c4s 2d5s", "Rc", "0(+10)-0 0:0")
    for line in (held, line_with("cirulla CdCs7c/2d3c4s Cc5s", "Rc", "0-0 0:0")):
        with pytest.raises(Unsolvable, match="7c may still be played as another card"):
            solve(Position.parse(line))
    assert solve(Position.parse(held.replace("!C", "!7"))).exact
    assert solve(Position.parse(held).play("7c")).exact
    assert solve(Position.parse(line_with("cirulla CdCs7d/2d3c4s Cc5s", "Rc", "0-0 0:0"))).exact


# Declarations --------------------------------------------------------------------------------------------


def line_with(head: str, rest: str, tail: str) -> str:
    """A position line whose first pile holds all cards that are nowhere else."""
    rules = Rules.parse(head.split(maxsplit=1)[0])
    named = head.split(" ", 1)[1] + rest
    left = "".join(str(c) for c in pack(rules.deck) if str(c) not in named)
    return f"{head} {left}/{rest} {tail}"


def test_declaring_is_part_of_the_first_move_of_a_hand() -> None:
    p = Position.parse(line_with("bazzica+no_open_last 7d7c7s/2d3c4s Rd", "Rc", "0-0 0:0"))
    assert {str(d): n for d, n in p.declarations.items()} == {"!tris": 7}
    assert [str(m) for m in p.legal_moves] == ["7d", "7c", "7s", "!tris:7d", "!tris:7c", "!tris:7s"]
    q = p.play("!tris:7c")
    assert str(q).split()[1] == "7d7s!/2d3c4s"
    assert str(q).split()[4] == "0(+7)-0"
    assert (q.bonus, q.shown, q.revealed) == (
        (7, 0),
        (Move.parse("7d").card, Move.parse("7s").card),
        ((*q.hands[0],), ()),
    )
    assert q.score()["declarations"] == (7, 0)
    assert Position.parse(str(q)) == q
    silent = p.play("7c")
    assert str(silent).split()[1] == "7d7s/2d3c4s"
    assert (silent.bonus, silent.shown) == ((0, 0), ())
    later = q.play("!nove_diverse:2d")  # and the other side
    assert str(later).split()[1] == "7d7s!/3c4s!"
    assert later.play("7s").declarations == {}  # only with three cards in hand
    assert later.play("7s").shown == (Move.parse("3c").card, Move.parse("4s").card, Move.parse("7d").card)


def test_short_forms_of_declarations() -> None:
    p = Position.parse(line_with("bazzica 7d7c7s/2d3c4s Rd", "Rc", "0-0 0:0"))
    assert p.read_move("!7d") == p.read_move("!TRIS:7D") == Move.parse("!tris:7d")
    assert p.read_move("7d").declared is None
    for text in ("!buona:7d", "!tris=A:7d", "!tris:2d", "!:7d7c", "!tris"):
        with pytest.raises((IllegalMove, NotationError)):
            p.play(text)
    with pytest.raises(IllegalMove, match=r"cannot be played|not legal"):
        p.play("7d").play("7c")
    automatic = Position.parse(str(p).replace("bazzica", "bazzica+declare_mode=automatic"))
    assert automatic.read_move("7d") == Move.parse("!tris:7d")
    assert all(m.declared for m in automatic.legal_moves)


def test_the_wild_card_plays_as_what_it_was_declared() -> None:
    p = Position.parse(line_with("cirulla CdCs7c/2d3c4s Cc5s", "Rc", "0-0 0:0"))
    assert {str(d): n for d, n in p.declarations.items()} == {"!buona_da_dieci=C": 10}
    takes = [str(m) for m in p.legal_moves if m.card == Move.parse("7c").card]
    assert takes == ["7c", "!buona_da_dieci=C:7cxCc"]  # as a knight it takes the knight, 9 + 5 are no fifteen
    q = p.play("!buona_da_dieci=C:CdxCc").play("2d")
    assert str(q).split()[1] == "7cCs!C/3c4s"
    assert q.wild_as == "C"
    assert [str(m) for m in q.legal_moves] == ["7c", "Cs"]
    laid = q.play("7c")
    assert laid.wild_as is None
    assert str(laid).split()[1] == "Cs!/3c4s"
    assert laid.table[-1].rank == "7"
    plain = Position.parse(str(q).replace("cirulla", "cirulla+wild_value=no").replace("!C", "!"))
    assert [str(m) for m in plain.legal_moves] == ["7cx2d5s", "Cs"]


def test_a_wild_ace_sweeps() -> None:
    p = Position.parse(line_with("cirulla 3d5s7c/2d3c4s CcRd", "Rc", "0-0 0:0"))
    assert "!buona=A:7cxCcRd" in map(str, p.legal_moves)
    q = p.play("!buona=A:7cxCcRd")
    assert (q.scope, q.bonus) == ((1, 0), (3, 0))


def test_a_declared_hand_without_the_wild_card_leaves_the_other_be() -> None:
    p = Position.parse(line_with("cirulla Ac2d7c/As2c3c CcRd", "Rc", "0-0 0:0"))
    q = p.play("!buona=3:2d").play("!buona:3c")
    assert str(q).split()[1] == "Ac7c!3/As2c!"


@pytest.mark.parametrize(
    ("hands", "scope", "turn", "said"),
    [
        ("7d7s!/2d3c4s", "0(-7)-0", 1, "cannot have -7 points"),
        ("7d7s!A/2d3c4s", "0(+7)-0", 1, "nothing belongs"),
        ("7d7s7c!/2d3c4s", "0(+7)-0", 0, "first card has been played"),
        ("-!/2d", "0(+7)-0", 1, "first card has been played"),
    ],
)
def test_marks_that_cannot_be(hands: str, scope: str, turn: int, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Position.parse(line_with(f"bazzica {hands} Rd", "Rc", f"{scope} {turn}:0"))


def test_marks_are_for_games_that_declare() -> None:
    line = line_with("scopa2 7d7s!/2d3c4s Rd", "Rc", "0-0 1:0")
    with pytest.raises(NotationError, match="a mark ! in a game without declarations"):
        Position.parse(line)
    line = line_with("cirulla 7d7c!/2d3c4s Rd", "Rc", "0(+3)-0 1:0")
    with pytest.raises(NotationError, match="the rank that 7c stands for"):
        Position.parse(line)


def test_declared_hands_and_the_last_handful_are_seen_by_all() -> None:
    p = Position.deal(Rules.preset("bazzica"), 1)
    assert p.revealed == ((), ())
    assert str(View.of(p)).split()[1].endswith("/?3")
    while p.stock:
        p = p.play(p.legal_moves[0])
    assert p.revealed == p.hands
    assert str(View.of(p)).split()[1] == "/".join(str(p).split()[1].split("/"))
    q = Position.parse(line_with("bazzica+no_open_last 7d7c7s/2d3c4s Rd", "Rc", "0-0 0:0")).play("!7c")
    seen = View.of(q)
    assert str(seen).split()[1] == "7d7s!/2d3c4s"
    assert str(View.of(q.play("2d"))).split()[1] == "7d7s!/?2"
    assert str(View.parse(str(seen))) == str(seen)


# Points in play, and cards that win ----------------------------------------------------------------------


def test_signed_points_must_be_possible() -> None:
    line = line_with("maresciallo 5d/5c 6c", "RsRc", "0-1(-4) 0:0")
    p = Position.parse(line)
    assert p.score()["scopa_cards"] == (0, -4)
    assert p.score()["maresciallo"] == (0, 0)
    for bad in ("0-1(-3)", "0(-4)-1", "0-1(+4)"):
        with pytest.raises(NotationError, match="points in play"):
            Position.parse(line.replace("0-1(-4)", bad))
    with pytest.raises(NotationError, match="points in play"):
        Position.parse(line_with("cicera+picada=2 5d/5c/5s/5b 6c", "RsRc", "0(+3)-1 0:0"))


def test_points_of_several_priced_cards_tell_which_made_a_scopa() -> None:
    name = "maresciallo+scopa_card=Rs:-4,Rc:3+card=re:Rc:1"
    for points, marshal, king in ((-4, 0, 1), (3, -1, 0), (-1, 0, 0), (0, -1, 1)):
        score = f"0-2({points:+d})" if points else "0-2"
        p = Position.parse(line_with(f"{name} 5d/5c 6c", "RsRcRb7d", f"{score} 0:0"))
        assert (p.score()["maresciallo"][1], p.score()["re"][1]) == (marshal, king)


@pytest.mark.parametrize(
    ("name", "pile", "winner"),
    [
        ("napoleone", "Ad2d3d4d5d6d7dFdCdRd", 1),
        ("napoleone", "Ad2d3d4d5d6d7dFdCdRc", None),
        ("scopone_de_trente_bga", "Ad2d3d", 1),
        ("scopa2+wins=cards:7d7c", "7c7d", 1),
        ("scopa2", "Ad2d3d4d5d6d7dFdCdRd", None),
    ],
)
def test_cards_that_win_at_once(name: str, pile: str, winner: int | None) -> None:
    rules = Rules.preset(name) if "+" not in name else Rules.parse(name)
    hands = "2b/3b" if rules.players == 2 else "2b/3b/4b/5b"
    p = Position.parse(line_with(f"{name} {hands} 6b", pile, "0-0 0:0"))
    assert p.instant_winner == winner


def test_leftovers_to_the_dealer() -> None:
    line = line_with("scopa2+leftovers=dealer -/Rs 2c", "Rc", "0-0 1:0")
    p = Position.parse(line).play("Rs")
    assert p.last_capturer == 1
    assert {str(c) for c in p.piles[1]} == {"Rc", "Rs", "2c"}
    other = Position.parse(line.replace("+leftovers=dealer", "")).play("Rs")
    assert {str(c) for c in other.piles[1]} == {"Rc"}
