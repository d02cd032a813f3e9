"""Exact values: `solve` a position, `analyse` every move of it.

All values are points of the whole hand, side 0 minus side 1, with scope and cards already taken included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from sortedcontainers import SortedKeyList

from .notation import Move
from .position import Position
from .solver.driver import Driver

MIB = 1 << 20


class Unsolvable(ValueError):
    """A game in which no single value exists, or a position that is not fit to be searched."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop a search: after so many seconds, or so many nodes. None is no limit.

    Raises `ValueError` for limits that are not positive.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"a limit of {self.seconds} seconds")
        if self.nodes is not None and not self.nodes > 0:
            raise ValueError(f"a limit of {self.nodes} nodes")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    Nodes and seconds so far; proven bounds of the value; the share of the table in use (0 to 1); how many of
    the moves at the root are settled in the pass that is running.
    """

    nodes: int
    seconds: float
    lower: int
    upper: int
    table_used: float
    moves_done: int
    moves_total: int

    @property
    def nodes_per_second(self) -> float:
        """Nodes a second since the start."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds of a value, which is known when they meet."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """The bounds meet."""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, or None while it is only known to lie within the bounds."""
        return self.lower if self.lower == self.upper else None

    def for_side(self, side: int) -> Bounds:
        """The bounds as points of one side minus the other's."""
        return Bounds(self.lower, self.upper) if side == 0 else Bounds(-self.upper, -self.lower)

    def __str__(self) -> str:
        return signed(self.lower) if self.exact else f"{signed(self.lower)} .. {signed(self.upper)}"


def signed(value: int) -> str:
    """A value as people write it: `+2`, `0`, `-1`."""
    return f"{value:+d}" if value else "0"


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a legal move is worth."""

    move: Move
    bounds: Bounds

    @property
    def value(self) -> int | None:
        """Points of the hand after this move, side 0 minus side 1; None while not exact."""
        return self.bounds.value

    @property
    def lower(self) -> int:
        """Proven: at least so many."""
        return self.bounds.lower

    @property
    def upper(self) -> int:
        """Proven: at most so many."""
        return self.bounds.upper

    @property
    def exact(self) -> bool:
        """The value is proven."""
        return self.bounds.exact


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position, a best move and a line of best play.

    Without a limit it is exact. With one, `lower` and `upper` are proven bounds that contain the value, `best`
    is the best move that is known so far (None if none is, or the hand is over) and the line stops where it is
    not proven. The line ends with the hand.
    """

    position: Position
    bounds: Bounds
    best: Move | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def value(self) -> int | None:
        """Points of the hand, side 0 minus side 1; None while not exact."""
        return self.bounds.value

    @property
    def lower(self) -> int:
        """Proven: at least so many."""
        return self.bounds.lower

    @property
    def upper(self) -> int:
        """Proven: at most so many."""
        return self.bounds.upper

    @property
    def exact(self) -> bool:
        """The value is proven."""
        return self.bounds.exact

    def for_side(self, side: int) -> Bounds:
        """The value as points of one side minus the other's."""
        return self.bounds.for_side(side)


@dataclass(frozen=True, slots=True)
class Analysis(Solution):
    """A solution with a value for every legal move, the best for the side to move first."""

    moves: tuple[MoveValue, ...]


Watch = Callable[[Progress], None]


class Solver:
    """Solves positions; owns its transposition table.

    Positions of one deal share what is found: solve a position, play, solve the next. A position of another
    deal starts anew. A solver is not for two searches at once; `cancel` may be called from any thread.

    threads       how many threads search one position together, at least 1
    memory_mib    bound of the table in MiB, at least 1
    """

    def __init__(self, threads: int = 1, memory_mib: int = 256) -> None:
        if threads < 1:
            raise ValueError(f"{threads} threads")
        if memory_mib < 1:
            raise ValueError(f"a table of {memory_mib} MiB")
        self._driver = Driver(memory_mib * MIB)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.reset()

    def cancel(self) -> None:
        """Stops the search that is running; it returns with the bounds it has."""
        self._driver.cancel()

    def reset(self) -> None:
        """Forgets everything."""
        self._driver.forget()

    def solve(self, position: Position, limit: Limit | None = None, progress: Watch | None = None) -> Solution:
        """The exact value of a position, or bounds if a limit or `cancel` stops the search.

        Calls `progress` about ten times a second; an exception that it raises ends the search and comes out
        here, as does KeyboardInterrupt. Raises `Unsolvable` for games without two sides.
        """
        if position.is_over:
            return _over(position)
        self._begin(position, limit, progress)
        self._driver.narrow(self._guess(position))
        bounds, best = Bounds(*self._driver.bounds), self._best(position)
        line = self._line(position, bounds, best, limit)
        return Solution(position, bounds, best, line, self._nodes, self._driver.seconds)

    def analyse(self, position: Position, limit: Limit | None = None, progress: Watch | None = None) -> Analysis:
        """A value for every legal move; as `solve` otherwise."""
        if position.is_over:
            s = _over(position)
            return Analysis(position, s.bounds, None, (), 0, 0.0, ())
        self._begin(position, limit, progress)
        driver = self._driver
        driver.narrow(self._guess(position))
        bounds, best = Bounds(*driver.bounds), self._best(position)
        guess = bounds.lower
        for i, (*_, lower, upper) in enumerate(driver.moves):
            if driver.stopped:
                break
            driver.narrow_move(i, min(max(guess, lower), upper))
            guess = driver.moves[i][3]
        ranked = SortedKeyList(key=_rank(position))
        for card, takes, taken, lower, upper in driver.moves:
            ranked.add(MoveValue(position.move(card, takes, taken), Bounds(lower, upper)))
        line = self._line(position, bounds, best, limit)
        return Analysis(position, bounds, best, line, self._nodes, self._driver.seconds, tuple(ranked))

    def _begin(self, position: Position, limit: Limit | None, progress: Watch | None) -> None:
        limit = limit or Limit()
        watch = None if progress is None else lambda: progress(self._progress())
        if not self._driver.begin(position, watch, limit.seconds or 0, limit.nodes or 0):
            raise Unsolvable(
                f"{position.rules} is not a game of two sides in turn: it has no single exact value"
            )
        self._nodes = 0

    def _progress(self) -> Progress:
        d = self._driver
        lower, upper = d.bounds
        return Progress(d.nodes, d.seconds, lower, upper, d.table_used, d.moves_done, len(d.moves))

    def _guess(self, position: Position) -> int:
        return 0

    def _best(self, position: Position) -> Move | None:
        i = self._driver.best
        return None if i is None else position.move(*self._driver.moves[i][:3])

    def _line(self, position: Position, bounds: Bounds, best: Move | None, limit: Limit | None) -> tuple[Move, ...]:
        """Best play to the end, by searching each position on the way with what the table knows."""
        driver = self._driver
        self._nodes = driver.nodes
        line: list[Move] = []
        while bounds.exact and best is not None:
            line.append(best)
            position = position.play(best)
            if position.is_over or not driver.begin(position, None, 0, 0):
                break
            driver.narrow(bounds.lower)
            best = self._best(position)
        return tuple(line)


def _rank(position: Position) -> Callable[[MoveValue], tuple[int, int, str]]:
    """Best first for the side to move: by what is proven, then by what is possible, then by name."""
    side = position.rules.sides[position.turn]

    def key(m: MoveValue) -> tuple[int, int, str]:
        own = m.bounds.for_side(side)
        return -own.lower, -own.upper, str(m.move)

    return key


def _over(position: Position) -> Solution:
    score = position.score()
    if len(score.points) != 2:
        raise Unsolvable(f"{position.rules} is not a game of two sides: it has no single exact value")
    return Solution(position, Bounds(score.value, score.value), None, (), 0, 0.0)


def solve(position: Position, limit: Limit | None = None, *, threads: int = 1, memory_mib: int = 256) -> Solution:
    """The exact value of a position with a solver of its own; see `Solver.solve`."""
    with Solver(threads, memory_mib) as solver:
        return solver.solve(position, limit)


def analyse(position: Position, limit: Limit | None = None, *, threads: int = 1, memory_mib: int = 256) -> Analysis:
    """A value for every move of a position with a solver of its own; see `Solver.analyse`."""
    with Solver(threads, memory_mib) as solver:
        return solver.analyse(position, limit)
