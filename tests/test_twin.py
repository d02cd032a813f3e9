"""The twin engine against the rule cases, against itself, and against known values."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import caserun
from tests.twin import Twin, TwinRules, brute_moves, brute_value, random_position
from tests.twin.capture import captures
from tests.twin.cards import in_order, number
from tests.twin.engine import TwinEngine
from tests.twin.rules import ALIASES, preset_names

POSITIONS = Path(__file__).resolve().parent / "data" / "positions"
CASES = caserun.load()
TWO_SIDED = [name for name in preset_names() if TwinRules.preset(name).side_count == 2]


def known_positions(name: str) -> list[Any]:
    """The lines of a file of positions with their values, as test parameters."""
    lines = (POSITIONS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if not line.startswith("#")]
    return [pytest.param(position, int(value), id=f"{name}-{i}") for i, (value, position) in enumerate(pairs)]


def random_game(rules: TwinRules, rng: Random) -> Iterator[tuple[Twin, str, Twin]]:
    """Every step of a random game: before, move, after."""
    deck = list(rules.pack)
    rng.shuffle(deck)
    twin = Twin.start(rules, deck)
    while not twin.is_over:
        move = rng.choice(twin.legal_moves())
        after = twin.play(move)
        yield twin, move, after
        twin = after


def minimax(twin: Twin) -> int:
    """The definition of a value, on the game itself."""
    if twin.is_over:
        return twin.value()
    values = [minimax(twin.play(move)) for move in twin.legal_moves()]
    return max(values) if twin.rules.side_of[twin.turn] == 0 else min(values)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_rule_case(case: Mapping[str, Any]) -> None:
    assert caserun.run(case, TwinEngine()) == []


def spoiled(name: str, value: Any) -> Any:
    """Something else of the same kind."""
    if value == []:
        return ["7D"] if name == "table_after" else [["7D"]]
    if isinstance(value, list | dict):
        return value[:-1] if isinstance(value, list) else {}
    return not value if isinstance(value, bool) else f"not {value}"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_runner_reports_a_wrong_expectation(case: Mapping[str, Any]) -> None:
    if case["input"]["type"] == "invariant":
        return  # what is expected there is also part of the question
    wrong = {name: spoiled(name, value) for name, value in case["expected"].items()}
    if "dealer" in case["input"] and "first" in wrong:
        wrong["first"] = -1
    differences = caserun.run({**case, "expected": wrong}, TwinEngine())
    assert len(differences) == len(wrong)


@pytest.mark.parametrize("name", ["scopa2", "quindici", "cirulla", "cicera"])
def test_captures_are_the_combinations_with_the_right_total(name: str) -> None:
    """The sets, once more in the plainest way: try all subsets of the table."""
    rules = TwinRules.preset(name, single_priority="off", ace_sweep="off")
    rng = Random(name)
    for _ in range(100):
        played, *table = rng.sample(rules.pack, 9)
        expected = {
            some
            for size in range(1, len(table) + 1)
            for some in combinations(in_order(table), size)
            if takes(rules, played, some)
        }
        found = captures(rules, played, table)
        assert len(found) == len(expected)
        assert set(found) == expected


def takes(rules: TwinRules, played: str, some: tuple[str, ...]) -> bool:
    if len(some) == 1 and some[0][0] == played[0] and "equal" in rules.capture_modes:
        return True
    value, *others = (number(rules.deck, c) for c in (played, *some))
    if value is None or None in others:
        return False
    total = sum(n for n in others if n is not None)
    if "sum" in rules.capture_modes and len(some) > 1 and total == value:
        return True
    return "fifteen" in rules.capture_modes and total + value == 15


@pytest.mark.parametrize("name", preset_names())
def test_random_games_are_consistent(name: str) -> None:
    rules = TwinRules.preset(name)
    rng = Random(name)
    for _ in range(3):
        swept = 0
        for before, move, after in random_game(rules, rng):
            assert sorted(after.all_cards()) == sorted(rules.pack)
            assert Twin.parse(str(after)) == after
            assert hash(after) is not None
            played, _, taken = move.rpartition(":")[2].partition("x")
            assert played in before.hands[before.turn]
            assert after.turn == (before.turn + 1) % rules.players
            assert before.cards_left - after.cards_left == 1
            assert (after.last == before.turn) if taken else (after.last == before.last)
            if not after.is_over:
                swept += bool(taken) and not after.table
                assert any(after.hands)
                assert after.table == (before.table - cards_of(taken) if taken else before.table | {played})
        check_final_score(after, swept)


def cards_of(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(0, len(text), 2)}


def check_final_score(twin: Twin, swept: int) -> None:
    """What the items must add up to when every card has been won."""
    rules, items = twin.rules, twin.score()
    assert twin.points() == tuple(map(sum, zip(*items.values(), strict=True)))
    assert twin.legal_moves() == []
    if rules.side_count == 2:
        ours, theirs = twin.points()
        assert twin.value() == ours - theirs
    if rules.ace_sweep == "off" and not rules.scopa_card_points and not rules.dealer_table_bonus:
        assert sum(twin.scope) == swept
    if twin.last is not None:
        assert twin.table == frozenset()
        for item in rules.card_items:
            if item.requires is None and not any(twin.won.scopa_cards):
                assert sum(items[item.name]) == item.points
        for most in rules.majorities:
            given = sum(items["cards" if most.name == "carte" else most.name])
            assert given in ((most.points,) if most.tie == "split" else (0, most.points))


@pytest.mark.parametrize(
    ("position", "value"), [*known_positions("scopone10-3"), *known_positions("scopone9-3")]
)
def test_brute_force_finds_the_known_value(position: str, value: int) -> None:
    twin = Twin.parse(position)
    assert str(twin) == position
    moves = brute_moves(twin)
    assert sorted(moves) == twin.legal_moves()
    assert (max if twin.rules.side_of[twin.turn] == 0 else min)(moves.values()) == value


@pytest.mark.parametrize("file", sorted(POSITIONS.glob("*.tsv")), ids=lambda file: file.stem)
def test_all_positions_round_trip(file: Path) -> None:
    for line in known_positions(file.stem):
        position, _ = line.values
        assert str(Twin.parse(str(position))) == position


@pytest.mark.parametrize("name", TWO_SIDED)
def test_brute_force_is_minimax_on_the_game(name: str) -> None:
    """The bits of the search and the strings of the game agree, across handfuls too."""
    rules = TwinRules.preset(name)
    rng = Random(name)
    free = not rules.capture_compulsory  # then the table grows, and the choices with it
    for cards in (1,) if free else (1, 2, 4) if rules.players == 2 else (1, 2):
        for _ in range(4):
            twin = random_position(rules, cards, rng)
            assert twin.cards_left == cards * rules.players
            assert brute_value(twin) == minimax(twin)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ponino", {"players": 4, "sides": [0, 1, 0, 1]}),
        ("scopa2", {"last_card_scopa": "counts", "single_priority": "off", "capture_compulsory": False}),
        ("asso_pigliatutto", {"ace_sweep": "always", "ace_on_empty": "takes_itself"}),
        ("maresciallo", {"scopa_card_replaces": False, "scopa_card_points": {"RS": -4, "RC": 2}}),
        ("cicera", {"single_priority": "same_value", "scopa_points": 2, "picada_points": 3}),
    ],
)
def test_brute_force_is_minimax_with_options(name: str, options: dict[str, Any]) -> None:
    rules = TwinRules.preset(name, **options)
    rng = Random(name)
    for _ in range(6):
        twin = random_position(rules, 1 if name == "cicera" else 2, rng)
        assert brute_value(twin) == minimax(twin)


# The deal ------------------------------------------------------------------------------------------------


def test_dealing_order_and_handfuls() -> None:
    rules = TwinRules.preset("scopa2")
    twin = Twin.start(rules, rules.pack)
    assert str(twin) == (
        "scopa2 2d2c2s/2b3d3c AdAcAsAb -/- 0-0 0:- "
        "3s3b4d4c4s4b5d5c5s5b6d6c6s6b7d7c7s7bFdFcFsFbCdCcCsCbRdRcRsRb"
    )
    for move in ("2dxAdAc", "2bxAsAb", "2c", "3d", "2sx2c", "3cx3d"):
        twin = twin.play(move)
    assert str(twin) == (
        "scopa2 3s3b4d/4c4s4b - AdAc2d2c2s/AsAb2b3d3c 0-2 0:1 "
        "5d5c5s5b6d6c6s6b7d7c7s7bFdFcFsFbCdCcCsCbRdRcRsRb"
    )


def test_opening_bonus_goes_to_the_dealer() -> None:
    rules = TwinRules.preset("escoba")
    table = ["7c", "5d", "2s", "Ab"]
    twin = Twin.start(rules, [*table, *(c for c in rules.pack if c not in table)])
    assert twin.table == frozenset()
    assert twin.piles == (frozenset(), frozenset(table))
    assert (twin.scope, twin.turn, twin.last) == ((0, 1), 0, 1)


def test_aliases_and_unknown_presets() -> None:
    for alias, name in ALIASES.items():
        assert TwinRules.preset(alias) == TwinRules.preset(name)
    with pytest.raises(ValueError, match="no preset"):
        TwinRules.preset("scopa7")
    with pytest.raises(ValueError, match="not the pack"):
        Twin.start(TwinRules.preset("scopa2"), ["7d"] * 40)


# Notation of what six fields do not hold -----------------------------------------------------------------


def line_for(head: str, rest: str, tail: str) -> str:
    """A position line whose first pile holds all cards that are nowhere else."""
    rules = TwinRules.preset(head.split(maxsplit=1)[0])
    named = cards_of("".join(head.split()[1:]).replace("/", "").replace("-", ""))
    named |= cards_of(rest.replace("-", ""))
    return f"{head} {''.join(c for c in rules.pack if c not in named)}/{rest} {tail}"


def test_scopa_with_a_priced_card_stands_in_parentheses() -> None:
    twin = Twin.parse(line_for("maresciallo Rs2b/5c6c Rc", "-", "2-1 0:0"))
    after = twin.play("RsxRc")
    assert after.scope == (2, 1)
    assert str(after).split()[4] == "2(-4)-1"
    assert Twin.parse(str(after)) == after
    items = after.score()
    assert (items["scope"], items["scopa_cards"], items["maresciallo"]) == ((2, 1), (-4, 0), (0, 0))


def test_previous_card_is_kept_for_picada() -> None:
    head = "cicera Ad4d/4s2c/5d6c/8d9c Rc"
    laid = Twin.parse(line_for(head, "-", "0-0 0:0")).play("4d")
    assert str(laid).split()[5] == "1:0:4d"
    taken = laid.play("4sx4d")
    assert str(taken).split()[4:] == ["0-0(+1)", "2:1"]
    assert taken.score()["picada"] == (0, 1)
    for twin in (laid, taken):
        assert Twin.parse(str(twin)) == twin
    # the same capture is no picada when somebody has played in between
    assert Twin.parse(str(laid).replace("1:0:4d", "1:0")).play("4sx4d").score()["picada"] == (0, 0)


def test_partners_keep_their_own_piles_for_the_scuderia() -> None:
    rules = TwinRules.preset("ponino", players=4, sides=[0, 1, 0, 1])
    twin = random_position(rules, 1, Random(1))
    assert len(str(twin).split()[3].split("/")) == 4
    assert twin.piles == (
        twin.won.piles[0] | twin.won.piles[2],
        twin.won.piles[1] | twin.won.piles[3],
    )


def test_illegal_moves_are_refused() -> None:
    twin = Twin.parse(line_for("scopone10 7d/7c/2s/2b 5c5d2c", "-", "0-0 0:0"))
    for move in ("7d", "7c", "7dx5c", "7dx2c", "", "5c"):
        with pytest.raises(ValueError, match="is not legal"):
            twin.play(move)
    assert twin.legal_moves() == ["7dx2c5c", "7dx2c5d"]


# Options without a case ----------------------------------------------------------------------------------


def test_first_ace_of_the_deal() -> None:
    deck = list(TwinRules.preset("asso_pigliatutto_pairs").pack)
    table = ["2d", "3c", "4s", "5b"]
    deck = [*table, *(c for c in deck if c not in table)]
    free = Twin.start(TwinRules.preset("asso_pigliatutto"), deck)
    assert "Adx2d3c4s5b" in free.legal_moves()
    no_sweep = Twin.start(TwinRules.preset("asso_pigliatutto", ace_opening="no_sweep"), deck)
    assert no_sweep.legal_moves() == ["Ac", "Ad", "As"]
    forbidden = TwinRules.preset("asso_pigliatutto", ace_opening="forbidden")
    assert Twin.start(forbidden, deck).legal_moves() == free.legal_moves()  # nothing but aces in hand
    swapped = [*deck[:4], "7d", *(c for c in deck[4:] if c != "7d")]
    assert {move[:2] for move in Twin.start(forbidden, swapped).legal_moves()} == {"7d"}


@pytest.mark.parametrize(
    ("missing", "expected"), [("void", (0, 1)), ("fewer_suits_lose", (0, 1)), ("sum", (1, 0))]
)
def test_primiera_with_a_missing_suit(missing: str, expected: tuple[int, int]) -> None:
    rules = TwinRules.preset("scopa2", primiera_missing=missing)
    piles = frozenset(("7d", "7c", "7s")), frozenset(("Fd", "Fc", "Fs", "Fb"))
    count = caserun.Count(piles, (0, 0), (frozenset(), frozenset()))
    assert TwinEngine().count(rules, count).items["primiera"] == expected


def test_scuderia_of_the_side() -> None:
    rules = TwinRules.preset("ponino", scuderia="side", players=4, sides=[0, 1, 0, 1])
    piles = frozenset(("Cd", "Cc", "Cs", "Cb")), frozenset(("7d",))
    count = caserun.Count(piles, (2, 1), (frozenset(), frozenset()))
    assert TwinEngine().count(rules, count).items["scuderia"] == (2, 0)


def test_nobody_captured() -> None:
    """The last cards stay on the table, unscored, and no side leads in anything."""
    rules = TwinRules.preset("cicera", capture_compulsory=False)
    twin = Twin.start(rules, rules.pack)
    while not twin.is_over:
        twin = twin.play(next(move for move in twin.legal_moves() if "x" not in move))
    assert (len(twin.table), twin.last, twin.points()) == (52, None, (0, 0))
    assert Twin.parse(str(twin)) == twin
