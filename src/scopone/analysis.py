"""Exact values: `solve` a position, `analyse` every move of it.

All values are points of the whole hand, side 0 minus side 1, with scope and cards already taken included.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from sortedcontainers import SortedKeyList

from .checkpoint import Spent, held, load, save
from .notation import Move
from .position import Position
from .solution import Analysis, Bounds, MoveValue, Solution
from .solver.driver import Driver, NoRoom

MIB = 1 << 20
GUESS_MOST = 28  # the first guess of a value is searched from at most so many cards,
GUESS_LIMITED = 20  # or so many when the search has a limit
WIDE = 24  # a search that will hardly end within its limit starts so many points off, to have bounds early
CHECKPOINT_EVERY = 600.0  # seconds
MEMORY_MOST = 1 << 24  # MiB


class Unsolvable(ValueError):
    """A game in which no single value exists, or a position that is not fit to be searched."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop a search: after so many seconds, or so many nodes. None is no limit.

    Raises `ValueError` for limits that are not positive, `TypeError` for nodes that are no whole number.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"a limit of {self.seconds} seconds")
        if self.nodes is not None and index(self.nodes) <= 0:
            raise ValueError(f"a limit of {self.nodes} nodes")


GLANCE = Limit(nodes=10_000_000)  # for a guess: a tenth of it, at the most


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    Nodes and seconds so far (of all runs of a search that goes on from a checkpoint); proven bounds of the value;
    the share of the table in use (0 to 1); how many of the moves at the root are settled in the pass that is
    running; nodes a second in this run; nodes by the number of cards left to play (of the first thread); what is
    proven of each move, best first.
    """

    nodes: int
    seconds: float
    lower: int
    upper: int
    table_used: float
    moves_done: int
    moves_total: int
    nodes_per_second: float
    depths: Mapping[int, int]
    moves: tuple[MoveValue, ...]


Watch = Callable[[Progress], None]


class Tables(Protocol):
    """What knows exact values without a search, such as `scopone.tables.Catalogue`."""

    def probe(self, position: Position) -> tuple[int, Move] | None:
        """The value and a best move of a position, or None."""


class Solver:
    """Solves positions; owns its transposition table.

    Positions of one deal share what is found: solve a position, play, solve the next. A position of another
    deal starts anew. A solver is not for two searches at once; `cancel` may be called from any thread.

    threads       how many threads search one position together, at least 1
    memory_mib    bound of the table in MiB, from 1 to 2^24 (16 TiB)
    tables        endgame tables: a position that they know is not searched
    """

    def __init__(self, threads: int = 1, memory_mib: int = 256, tables: Tables | None = None) -> None:
        if index(threads) < 1:
            raise ValueError(f"{threads} threads")
        if not 1 <= index(memory_mib) <= MEMORY_MOST:
            raise ValueError(f"a table of {memory_mib} MiB")
        self._driver = Driver(memory_mib * MIB, threads=threads)
        self._scout = Driver(min(memory_mib, 16) * MIB)
        self._tables = tables
        self._before = Spent()
        self._cancelled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.reset()

    def cancel(self) -> None:
        """Stops the search that is running; it returns with the bounds it has."""
        self._cancelled = True  # for searches still to be begun
        self._scout.cancel()
        self._driver.cancel()

    def reset(self) -> None:
        """Forgets everything."""
        self._driver.forget()

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        progress: Watch | None = None,
        checkpoint: str | Path | None = None,
    ) -> Solution:
        """The exact value of a position, or bounds if a limit or `cancel` stops the search.

        Calls `progress` about ten times a second; an exception that it raises ends the search and comes out
        here, as does KeyboardInterrupt. Raises `Unsolvable` for games without two sides.

        With a `checkpoint` the search goes on from that file if it exists, and keeps it up to date: every ten
        minutes and when it stops, unless the process is killed. Nodes and seconds then count all runs. Raises
        `CheckpointError` for a file that is damaged or belongs to another position.
        """
        if position.is_over:
            return _over(position)
        known = self._known(position)
        if known is not None:
            return self._looked_up(position, *known, limit)
        with _room(position):
            guess = self._begin(position, limit, progress)
            wide = _wide(position, limit)
            if checkpoint is None:
                self._driver.narrow(guess, wide)
            else:
                self._narrow_with(Path(checkpoint), position, guess, wide)
            return self._solution(position, limit)

    def analyse(
        self, position: Position, limit: Limit | None = None, progress: Watch | None = None
    ) -> Analysis:
        """A value for every legal move; as `solve` otherwise."""
        if position.is_over:
            s = _over(position)
            return Analysis(position, s.bounds, None, (), 0, 0.0, ())
        driver = self._driver
        with _room(position):
            driver.narrow(
                self._begin(position, limit, progress, self._known(position)), _wide(position, limit)
            )
            guess = driver.bounds[0]
            for i, (*_, lower, upper) in enumerate(driver.moves):
                if driver.stopped:
                    break
                driver.narrow_move(i, min(max(guess, lower), upper))
                guess = driver.moves[i][3]
            ranked = self._ranked(position)
            s = self._solution(position, limit)
        return Analysis(position, s.bounds, s.best, s.line, s.nodes, s.seconds, ranked)

    def guess(self, position: Position) -> int:
        """A value near that of the position, most of the time, found in milliseconds. `Unsolvable` as `solve`."""
        if position.is_over:
            return _over(position).bounds.lower
        with _room(position):
            return self._begin(position, GLANCE, None, self._known(position))

    def _known(self, position: Position) -> tuple[int, Move] | None:
        """What the tables say of a position."""
        return None if self._tables is None else self._tables.probe(position)

    def _begin(
        self,
        position: Position,
        limit: Limit | None,
        progress: Watch | None,
        known: tuple[int, Move] | None = None,
    ) -> int:
        """Sets the search up; returns the first guess of the value: the value itself, where it is known."""
        limit = limit or Limit()
        self._cancelled = False
        self._before = Spent()
        self._watch = None if progress is None else lambda: progress(self._progress(position))
        if not self._driver.begin(position, self._watch, limit.seconds or 0, limit.nodes or 0):
            raise Unsolvable(_why_not(position))
        return self._guess(position, limit) if known is None else known[0]

    def _looked_up(self, position: Position, value: int, best: Move, limit: Limit | None) -> Solution:
        """A value from a table; the line after the best move is searched."""
        rest = self.solve(position.play(best), limit)
        return Solution(position, Bounds(value, value), best, (best, *rest.line), rest.nodes, rest.seconds)

    def _guess(self, position: Position, limit: Limit) -> int:
        """A value to try first: the most promising moves for two rounds, then the exact value.

        It costs less than a hundredth of the search and is 0.8 points off on average; a search that starts a
        point or two off takes a quarter longer than one that starts at the value, from 0 nearly half as long
        again (bench/RESULTS.md).
        """
        scout = self._scout
        most = GUESS_MOST if limit == Limit() else GUESS_LIMITED
        rest = min(position.cards_left - 8, most)
        if rest < 8:
            rest = 0
        ahead = scout.follow(position, rest)
        if self._cancelled or ahead is None:
            return 0
        if ahead.is_over:
            return ahead.score().value
        guess = self._guess(ahead, limit)
        # within a tenth of the limit: there are games in which twenty cards are a long search
        scout.begin(ahead, self._watch, (limit.seconds or 0) / 10, -(-(limit.nodes or 0) // 10))
        if self._cancelled:
            return guess
        scout.narrow(guess)
        return scout.bounds[0]

    def _narrow_with(self, path: Path, position: Position, guess: int, wide: int) -> None:
        driver = self._driver
        due = CHECKPOINT_EVERY

        def keep() -> None:
            save(path, position, driver, self._spent())

        def watch() -> None:
            nonlocal due
            if self._watch is not None:
                self._watch()
            if driver.seconds > due:
                keep()
                due = driver.seconds + CHECKPOINT_EVERY

        with held(path):
            if path.exists():
                self._before = load(path, position, driver)
            else:
                keep()  # a place that cannot be written is told before hours have passed
            driver.watch(watch)
            try:
                driver.narrow(guess, wide)
            finally:
                try:
                    keep()
                except OSError as error:  # what was found must not be lost with the file
                    warnings.warn(f"checkpoint not written: {error}", stacklevel=3)

    def _spent(self) -> Spent:
        return Spent(self._before.nodes + self._driver.nodes, self._before.seconds + self._driver.seconds)

    def _progress(self, position: Position) -> Progress:
        d = self._driver
        spent = self._spent()
        return Progress(
            spent.nodes,
            spent.seconds,
            *d.bounds,
            d.table_used,
            d.moves_done,
            len(d.moves),
            d.nodes / d.seconds if d.seconds > 0 else 0.0,
            d.depths,
            self._ranked(position),
        )

    def _ranked(self, position: Position) -> tuple[MoveValue, ...]:
        ranked = SortedKeyList(key=_rank(position))
        for card, takes, taken, lower, upper in self._driver.moves:
            for move, less in _variants(position, position.move(card, takes, taken)):
                ranked.add(MoveValue(move, Bounds(lower - less, upper - less)))
        return tuple(ranked)

    def _best(self, position: Position) -> Move | None:
        i = self._driver.best
        return None if i is None else _spoken(position, position.move(*self._driver.moves[i][:3]))

    def _solution(self, position: Position, limit: Limit | None) -> Solution:
        """What the search has found, with best play to the end: each position on the way is searched with what
        the table knows, within what is left of the limit."""
        driver = self._driver
        spent = self._spent()
        bounds, best = Bounds(*driver.bounds), self._best(position)
        line: list[Move] = []
        place, move = position, best
        rest = _rest(limit, driver.seconds, driver.nodes)
        while bounds.exact and move is not None:
            line.append(move)
            place = place.play(move)
            if place.is_over or rest is None:
                break
            driver.begin(place, None, rest.seconds or 0, rest.nodes or 0)
            if self._cancelled:
                driver.cancel()
            driver.narrow(bounds.lower)
            move = self._best(place) if driver.bounds == (bounds.lower, bounds.upper) else None
            rest = _rest(rest, driver.seconds, driver.nodes)
        return Solution(position, bounds, best, tuple(line), spent.nodes, spent.seconds)


def _wide(position: Position, limit: Limit | None) -> int:
    return WIDE if limit is not None and position.cards_left > GUESS_MOST else 0


def _rest(limit: Limit | None, seconds: float, nodes: int) -> Limit | None:
    """What is left of a limit; None if nothing is."""
    if limit is None:
        return Limit()
    if (limit.seconds or seconds + 1) <= seconds or (limit.nodes or nodes + 1) <= nodes:
        return None
    return Limit(
        limit.seconds and limit.seconds - seconds,
        limit.nodes and limit.nodes - nodes,
    )


@contextmanager
def _room(position: Position) -> Iterator[None]:
    """Free captures from a full table can be more than the search has room for."""
    try:
        yield
    except NoRoom as error:
        raise Unsolvable(f"{position.rules}: {error}") from None


def _rank(position: Position) -> Callable[[MoveValue], tuple[int, int, str]]:
    """Best first for the side to move: by what is proven, then by what is possible, then by name."""
    side = position.rules.sides[position.turn]

    def key(m: MoveValue) -> tuple[int, int, str]:
        own = m.bounds.for_side(side)
        return -own.lower, -own.upper, str(m.move)

    return key


def _spoken(position: Position, move: Move) -> Move:
    """The move with whatever there is to declare: with open cards nobody keeps silent."""
    said = position.declarations
    return move._replace(declared=max(said, key=said.__getitem__)) if said else move


def _variants(position: Position, move: Move) -> Iterator[tuple[Move, int]]:
    """A move with and without a declaration, and how much each is worth less than with it, for side 0."""
    yield (spoken := _spoken(position, move)), 0
    if spoken.declared is not None and move in position.legal_moves:
        less = position.declarations[spoken.declared]
        yield move, less if position.rules.sides[position.turn] == 0 else -less


def why_unsolvable(position: Position) -> str | None:
    """Why a position has no exact value that could be searched for; None if it has one."""
    fit = position.rules.n_sides == 2 if position.is_over else Driver(MIB).begin(position)
    return None if fit else _why_not(position)


def _why_not(position: Position) -> str:
    rules = position.rules
    if rules.n_sides != 2:
        return f"{rules} is not a game of two sides: it has no single exact value"
    if rules.declarations is not None and rules.declarations.wild is not None:
        wild = rules.declarations.wild
        return f"{rules}: {wild} may still be played as another card, which the solver does not follow"
    return f"{rules}: the solver does not follow which card with a price of its own made a scopa"


def _over(position: Position) -> Solution:
    score = position.score()
    if len(score.points) != 2:
        raise Unsolvable(f"{position.rules} is not a game of two sides: it has no single exact value")
    return Solution(position, Bounds(score.value, score.value), None, (), 0, 0.0)


def solve(
    position: Position, limit: Limit | None = None, *, threads: int = 1, memory_mib: int = 256
) -> Solution:
    """The exact value of a position with a solver of its own; see `Solver.solve`."""
    with Solver(threads, memory_mib) as solver:
        return solver.solve(position, limit)


def analyse(
    position: Position, limit: Limit | None = None, *, threads: int = 1, memory_mib: int = 256
) -> Analysis:
    """A value for every move of a position with a solver of its own; see `Solver.analyse`."""
    with Solver(threads, memory_mib) as solver:
        return solver.analyse(position, limit)
