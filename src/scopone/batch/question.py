"""What a worker of a split search is asked: is the value of a position of the deal at least so much?"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ..analysis import MIB, Limit, Solver, Unsolvable
from ..position import Position
from ..solution import Solution
from ..solver.driver import Driver
from .engine import Engine, prove


class Question(NamedTuple):
    """Is the value of a position at least so much?

    deal         the position that the whole search is about: all of it shares one table
    position     one that follows from it, as a line
    least        points of the whole hand, side 0 minus side 1
    limit        of the search for the answer
    memory_mib   bound of the table
    number       tells apart questions that are asked twice
    """

    deal: str
    position: str
    least: int
    limit: Limit
    memory_mib: int
    number: int = 0


class Answer(NamedTuple):
    """Whether the value is at least so much; None if it was not found within the limit, or until it was cancelled."""

    holds: bool | None
    nodes: int
    seconds: float


class GivenUp(Exception):
    """Nobody wants the answer any more."""


class Asker:
    """Answers questions about the positions of a deal, with a table for all of them."""

    def __init__(self, deal: Position, memory_mib: int) -> None:
        self.deal = deal
        self.memory_mib = memory_mib
        self._driver = Driver(memory_mib * MIB)
        if not self._driver.begin(deal):  # what is found for the whole deal holds for what follows from it
            raise Unsolvable(f"{deal.rules}: a position without a single exact value")

    def bounds(self, position: Position) -> tuple[int, int]:
        """Bounds of a position's value that need no search."""
        self._driver.begin(position)
        return self._driver.bounds

    def ask(
        self, position: Position, least: int, limit: Limit, watch: Callable[[], None] | None = None
    ) -> Answer:
        """Is the value of a position at least `least`? Stops at the limit, or when `watch` raises `GivenUp`, which is
        called about ten times a second."""
        driver = self._driver
        driver.begin(position, watch, limit.seconds or 0, limit.nodes or 0)
        lower, upper = driver.bounds
        if lower < least <= upper:
            _assume(driver, position, least)
            with suppress(GivenUp):
                driver.narrow(least)
            lower, upper = driver.bounds
        holds = True if lower >= least else False if upper < least else None
        return Answer(holds, driver.nodes, driver.seconds)


def _assume(driver: Driver, position: Position, least: int) -> None:
    """Has the driver look no further than whether the value is `least` or one less: that is one pass."""
    low, high, best, moves = driver.proven  # as it counts itself: points to come, for the side to move
    if position.rules.sides[position.turn] == 0:
        shift = driver.bounds[0] - low
        low = least - 1 - shift
    else:
        shift = driver.bounds[0] + high
        low = shift - least
    driver.set_proven([low, low + 1, best, moves])


class _Desk(threading.local):
    """The asker of a worker, which keeps its table from one question to the next; of each thread of it, its own."""

    asker: Asker | None = None


_DESK = _Desk()


def answer(engine: Engine, question: Question) -> Answer:
    """The answer to a question, found in a worker, which first proves that it is the engine expected."""
    prove(engine)
    asker = _DESK.asker
    if asker is None or str(asker.deal) != question.deal or asker.memory_mib != question.memory_mib:
        asker = _DESK.asker = None  # its table goes before the next comes
        asker = _DESK.asker = Asker(Position.parse(question.deal), question.memory_mib)
    return asker.ask(Position.parse(question.position), question.least, question.limit, _watch)


def solution(engine: Engine, line: str, memory_mib: int) -> Solution:
    """A whole solution, found in a worker."""
    prove(engine)
    _DESK.asker = None
    with Solver(memory_mib=memory_mib) as solver:
        return solver.solve(Position.parse(line))


def _watch() -> None:
    """In a Dask worker: raises `GivenUp` when the call that is running has been cancelled."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return
    try:
        worker = distributed.get_worker()
    except ValueError:  # no worker
        return
    task = worker.state.tasks.get(worker.get_current_task())
    if task is None or task.state == "cancelled":
        raise GivenUp
