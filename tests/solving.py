"""What the tests of the solver share: positions with known values, and checks of what a search says."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scopone import Analysis, Position, Solution
from scopone.solver.driver import SWITCHES, Driver
from tests.make_brute import FILE
from tests.twin import Twin, brute_moves

DATA = Path(__file__).resolve().parent / "data"
LARGE, SMALL, TINY = 1 << 24, 1 << 18, 1 << 14  # bytes; of the tiny table nearly every entry is replaced
ALL = 0xFFFF
EVERY_DEPTH = 1  # for `probe_least`: use the table down to the last card
Values = dict[str, int]


class Known(NamedTuple):
    """A position with the value of every move, by brute force."""

    line: str
    value: int
    moves: Values


def brute_force(twin: Twin) -> tuple[int, Values]:
    """The value of a position and of every move of it."""
    moves = brute_moves(twin)
    return (max if twin.rules.side_of[twin.turn] == 0 else min)(moves.values()), moves


class Deal(NamedTuple):
    """Known positions of one deal, and one from which all the others could follow."""

    root: str
    members: list[Known]


@cache
def deals() -> tuple[Deal, ...]:
    """The positions of the file."""
    found: list[Deal] = []
    for text in FILE.read_text(encoding="utf-8").splitlines()[1:]:
        first, *rest = text.split("\t")
        if first.startswith("#"):
            found.append(Deal(rest[0] if rest else "", []))
            continue
        value, moves = rest
        pairs = (move.split("=") for move in moves.split(","))
        found[-1].members.append(Known(first, int(value), {move: int(v) for move, v in pairs}))
    return tuple(deal if deal.root else deal._replace(root=deal.members[0].line) for deal in found)


def everything() -> Iterator[Known]:
    for deal in deals():
        yield from deal.members


def of_game(name: str) -> list[Known]:
    return [known for known in everything() if known.line.startswith(name + " ")]


def driver(
    memory: int = SMALL, switches: int = ALL, probe_least: int = EVERY_DEPTH, threads: int = 1
) -> Driver:
    return Driver(memory, switches, probe_least, None, threads)


def searched(d: Driver, p: Position, guess: int = 0) -> tuple[int, str, Values]:
    """The value of a position, a best move, and the value of every move."""
    assert d.begin(p)
    d.narrow(guess)
    lower, upper = d.bounds
    assert lower == upper
    for i in range(len(d.moves)):
        d.narrow_move(i, lower)
    assert all(low == high for *_, low, high in d.moves)
    assert d.best is not None
    names = [str(p.move(card, takes, taken)) for card, takes, taken, *_ in d.moves]
    return lower, names[d.best], {name: low for name, (*_, low, _) in zip(names, d.moves, strict=True)}


def value_of(d: Driver, p: Position, guess: int = 0) -> int:
    assert d.begin(p)
    d.narrow(guess)
    lower, upper = d.bounds
    assert lower == upper
    return lower


def check(d: Driver, known: Known, guess: int = 0) -> None:
    value, best, moves = searched(d, Position.parse(known.line), guess)
    assert (value, moves) == (known.value, known.moves), known.line
    assert moves[best] == value, known.line


def check_solution(s: Solution, value: int) -> None:
    """Value, best move and line belong together."""
    assert (s.value, s.lower, s.upper, s.exact) == (value, value, value, True), str(s.position)
    p = s.position
    assert s.best == (s.line[0] if s.line else None)
    for move in s.line:
        assert move in p.legal_moves
        p = p.play(move)
    assert p.is_over, f"the line stops at {p}"
    assert p.score().value == value, str(s.position)


def check_analysis(a: Analysis, known: Known) -> None:
    check_solution(a, known.value)
    assert {str(m.move): m.value for m in a.moves} == known.moves, known.line
    assert known.moves[str(a.best)] == known.value
    own = [m.bounds.for_side(a.position.rules.sides[a.position.turn]).lower for m in a.moves]
    assert own == sorted(own, reverse=True)


MODES: dict[str, Callable[[], Driver]] = {
    "as it comes": lambda: Driver(LARGE),
    "table off": lambda: driver(switches=ALL & ~SWITCHES["table"]),
    "tiny table": lambda: driver(TINY),
    "large table": lambda: driver(LARGE),
    "nothing": lambda: driver(switches=0),
    "table only": lambda: driver(switches=SWITCHES["table"]),
    "table and relevance only": lambda: driver(switches=SWITCHES["table"] | SWITCHES["relevance"]),
    **{f"no {name}": lambda bit=bit: driver(switches=ALL & ~bit) for name, bit in SWITCHES.items()},  # type: ignore[misc]
}


def positions(name: str) -> list[tuple[str, int]]:
    lines = (DATA / "positions" / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(line, int(value)) for value, line in pairs]


def slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
