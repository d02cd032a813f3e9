"""The solver under rules that no preset has, against brute force; what it refuses; symmetry."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from scopone import Card, Position, Rules, Unsolvable, analyse, solve
from scopone.solver.driver import Driver
from tests.make_brute import another_past, at_random, fresh, played
from tests.solving import (
    LARGE,
    SMALL,
    TINY,
    Known,
    brute_force,
    check,
    check_analysis,
    driver,
    everything,
    positions,
    searched,
    value_of,
)
from tests.twin import Twin, TwinRules

# Rules that no preset has --------------------------------------------------------------------------------


def majority(
    name: str, of: str, points: int = 1, least: int | None = None, tie: str = "none"
) -> dict[str, Any]:
    return {"name": name, "of": of, "points": points, "tie": tie, "min": least}


CARDS, COINS = majority("carte", "cards"), majority("denari", "suit:D")
EQUALS_ONLY = {"capture_compulsory": False, "max_capture_cards": 1}
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("scopone10", {"scopa_points": 0}),
    ("scopone10", {"scopa_points": 2, "last_card_scopa": "counts"}),
    ("scopone10", {"majorities": [COINS, majority("spade", "suit:S", 2), majority("sevens", "rank:7")]}),
    ("scopone10", {"majorities": [majority("bastoni", "suit:B"), majority("kings", "rank:R", 2), CARDS]}),
    ("scopone10", {"majorities": [majority("carte", "cards", 1, 33), majority("denari", "suit:D", 1, 9)]}),
    ("scopone10", {"majorities": [majority("carte", "cards", 2, 25), majority("denari", "suit:D", 3, 7)]}),
    ("scopone10", {"majorities": [], "primiera": None, "card_items": [], "scopa_points": 0}),
    ("scopone10", {"primiera": {"mode": "count_lex", "ranks": ["7", "6", "A", "5", "4"]}}),
    ("scopone10", {"primiera": {"mode": "count_lex", "ranks": ["R"]}}),
    ("scopone10", {"primiera_missing": "sum"}),
    ("scopone_trentino", {"primiera_missing": "fewer_suits_lose"}),
    ("scopone10", EQUALS_ONLY),
    ("scopone9", {"capture_compulsory": False, "single_priority": "off"}),
    ("scopone9", {"leftovers_to": "dealer", **EQUALS_ONLY}),
    ("scopone10", {"capture_modes": ["equal", "sum", "fifteen"], "single_priority": "same_value"}),
    ("scopone10", {"picada_points": 2}),
    ("scopone10", {"scuderia": "side", "last_card_scopa": "counts", "scopa_points": 2}),
    ("ponino", {"ace_sweep": "if_no_ace", "ace_sweep_scopa": False, "leftovers_to": "dealer"}),
    ("ponino", {"ace_sweep": "always", "ace_sweep_scopa": True, "scopa_points": 0}),
    ("scopone10", {"card_items": [{"name": "maresciallo", "card": "RS", "points": -1, "requires": None}]}),
    ("ponino", {"players": 4, "sides": [0, 1, 0, 1]}),
    ("ponino", {"players": 4, "sides": [0, 1, 0, 1], "leftovers_to": "dealer", "last_card_scopa": "counts"}),
    ("maresciallo", {"last_card_scopa": "counts", "ace_sweep_scopa": True}),
    ("maresciallo", {"scopa_card_replaces": False, "scopa_card_points": {"RS": -4, "RC": 2}}),
    ("maresciallo", {"scopa_card_points": {"7D": 2}}),
    ("maresciallo_full", {"leftovers_to": "dealer"}),
    ("asso_pigliatutto", {"ace_on_empty": "takes_itself"}),
    ("asso_pigliatutto", {"ace_on_empty": "takes_itself", **EQUALS_ONLY}),
    ("quindici", {"ace_sweep": "always", "ace_sweep_scopa": False}),
    ("escoba", {"capture_modes": ["fifteen", "equal"], "ace_sweep": "if_no_ace", "fewest_cards": True}),
    ("scopa2", {"leftovers_to": "dealer"}),
    ("scopa2", {"hand": 9, "last_card_scopa": "counts"}),
    ("scopa2", {"hand": 1}),
    ("scopa6", {"hand": 2}),
]  # fmt: skip


def nobody_took(rules: TwinRules, left: int, rng: Random) -> Twin:
    """Play without captures, where the rules leave that free."""
    twin = fresh(rules, rng)
    while twin.cards_left > left:
        moves = twin.legal_moves()
        twin = twin.play(rng.choice([move for move in moves if "x" not in move] or moves))
    return twin


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=[f"{i}-{o[0]}" for i, o in enumerate(OPTIONS)])
def test_brute_force_with_options(name: str, options: dict[str, Any]) -> None:
    rules = Rules.from_data(name, options)
    twin_rules = TwinRules.from_string(str(rules))
    rng = Random(str(rules))
    free = not rules.capture_compulsory
    for i in range(12):
        left = rng.randint(1, 6 if free else 9)
        board = at_random(twin_rules, left, rng) if i % 2 else played(fresh(twin_rules, rng), left, rng)
        if rules.max_capture_cards == 1 and i % 3 == 0:
            board = nobody_took(twin_rules, left, rng)
        drivers = [driver(TINY), driver(switches=0)]
        for twin in (board, another_past(board, rng), another_past(board, rng)):
            known = Known(str(twin), *brute_force(twin))
            for d in drivers:
                check(d, known)


def test_more_moves_than_there_is_room_for() -> None:
    """A table of thirty cards, to be taken as one likes: refused, not wrong."""
    rules = TwinRules.from_string("scopone9+priority=off+optional")
    twin = nobody_took(rules, 6, Random(7))
    assert len(twin.table) > 25
    with pytest.raises(Unsolvable, match="room"):
        solve(Position.parse(str(twin)))


def test_what_cannot_be_solved_is_refused() -> None:
    for name in ("scopa3", "scopa4_individual", "scopa6_individual"):
        p = Position.deal(Rules.preset(name), 1)
        for search in (solve, analyse):
            with pytest.raises(Unsolvable, match=name):
                search(p)
        while not p.is_over:
            p = p.play(p.legal_moves[0])
        with pytest.raises(Unsolvable, match=name):
            solve(p)


@pytest.mark.parametrize("name", ["bazzica", "cirulla"])
def test_declarations(name: str) -> None:
    """What will be declared counts; a wild card that may yet become another rank is refused."""
    rng = Random(name)
    solved = declared = 0
    for _ in range(120):
        twin = played(fresh(TwinRules.preset(name), rng), rng.choice((3, 5, 6, 6, 6, 7, 8)), rng)
        p = Position.parse(str(twin))
        try:
            found = analyse(p, memory_mib=1)
        except Unsolvable:
            assert name == "cirulla"
            wild = Card("7c")
            assert wild in (*p.hands[0], *p.hands[1], *p.stock)
            continue
        known = Known(str(twin), *brute_force(twin))
        check_analysis(found, known)
        solved += 1
        declared += any("!" in move for move in known.moves)
    assert solved > 60
    assert declared > 1


@pytest.mark.parametrize("opening", ["no_sweep", "forbidden", "free"])
@pytest.mark.parametrize("name", ["asso_pigliatutto", "scopa_dassi_pairs", "asso_pigliatutto_pairs"])
def test_moves_of_the_first_card(name: str, opening: str) -> None:
    rules = Rules.preset(name, ace_opening=opening)
    for seed in range(30):
        p = Position.deal(rules, seed)
        d = driver()
        assert d.begin(p)
        assert {str(p.move(*m[:3])) for m in d.moves} == set(map(str, p.legal_moves))


# Symmetry ------------------------------------------------------------------------------------------------


def changed(p: Position, card: Callable[[Card], Card] = lambda c: c, seats: int = 0) -> Position:
    """The same with other cards, and with every player some seats further on."""
    n = p.rules.players
    hands: list[tuple[Card, ...]] = [()] * n
    for seat, hand in enumerate(p.hands):
        hands[(seat + seats) % n] = tuple(map(card, hand))
    step = -1 if seats % 2 else 1
    last = None if p.last_capturer is None else (p.last_capturer + seats) % n
    return Position.make(
        p.rules,
        hands,
        map(card, p.table),
        [map(card, pile) for pile in p.piles[::step]],
        p.scope[::step],
        p.bonus[::step],
        (p.turn + seats) % n,
        last,
        None,
        tuple(map(card, p.stock)),
    )


PLAIN = {
    "scopone10",
    "scopone9",
    "scopa4",
    "scopa2",
    "scopa6",
    "napola",
    "chkobba",
    "escoba",
    "settanta",
    "quindici",
}


def symmetric() -> Iterator[tuple[Position, Known]]:
    for known in everything():
        if known.line.split()[0] in PLAIN:
            yield Position.parse(known.line), known


def test_names_of_plain_suits_do_not_matter() -> None:
    rng = Random(5)
    for p, known in symmetric():
        suits = dict(zip("dcsb", "d" + rng.choice(("csb", "cbs", "scb", "sbc", "bcs", "bsc")), strict=True))
        other = changed(p, lambda c, suits=suits: Card(c.rank + suits[c.suit]))  # type: ignore[misc]
        assert value_of(Driver(SMALL), other) == known.value


def test_seats_do_not_matter() -> None:
    """Without a stock, whose handfuls go out by seat number."""
    for p, known in symmetric():
        if p.stock:
            continue
        for seats in range(1, p.rules.players):
            turned = changed(p, seats=seats)
            assert turned != p
            value, _, moves = searched(Driver(SMALL), turned)
            sign = -1 if seats % 2 else 1
            assert value == sign * known.value
            assert moves == {move: sign * v for move, v in known.moves.items()}


@pytest.mark.parametrize("name", ["scopone10-5", "scopone9-5"])
def test_larger_positions_are_symmetric(name: str) -> None:
    for line, value in positions(name)[:8]:
        p = Position.parse(line)
        other = changed(p, lambda c: Card(c.rank + {"d": "d", "c": "s", "s": "b", "b": "c"}[c.suit]), seats=1)
        assert value_of(Driver(LARGE), other) == -value
        assert value_of(Driver(LARGE), changed(p, seats=2)) == value
