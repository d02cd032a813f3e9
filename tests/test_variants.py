"""Every game of the family on the library: the twin at every node, exact values, points in play."""

from random import Random

import pytest

from scopone import NotationError, Position, Rules, RulesError, Unsolvable, analyse, solve
from scopone.rules import preset_names
from scopone.solver.driver import Driver, NoRoom
from tests.core_engine import items, line_with
from tests.test_engine import both_play
from tests.test_options import SOME
from tests.twin import Twin, TwinRules, brute_value, random_position

GAMES = preset_names()
SOLVABLE = [name for name in GAMES if Rules.preset(name).n_sides == 2]
OPEN_SIDED = [name for name in GAMES if Rules.preset(name).n_sides > 2]


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


def check_whole_hand(name: str, rng: Random) -> int:
    """How many positions the hand had, which ends with points that add up."""
    played = list(both_play(Rules.parse(name), TwinRules.from_string(name), rng))
    p, twin = played[-1]
    assert items(p) == twin.score()
    check_points(p)
    return len(played)


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
