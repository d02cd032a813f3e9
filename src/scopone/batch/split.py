"""One hard position over many workers: the top of its tree here, questions about the positions below it there."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from ..analysis import GUESS_MOST, WIDE, Limit
from ..position import Position
from ..solution import Bounds, Solution
from .engine import Engine, this_engine
from .ledger import Ledger
from .question import Answer, Question, answer, solution
from .tasks import Executor, Tasks
from .tree import Node, Open, Tree
from .work import expected_seconds

BUDGET = Limit(seconds=20)  # for a question: what takes longer is split, what became useless has an end
HOPELESS = (
    4  # a question expected to take so many times as long gets but an eighth of the budget: it may be easy
)
SPLIT_LEAST = (
    26  # cards left: below, a question is a fraction of a second and not worth splitting for idle workers
)
STEPS = 3  # off the most promising moves, for workers that would be idle
LOOK_EVERY = 0.2  # seconds


@dataclass(frozen=True, slots=True)
class SplitProgress:
    """How far a search over many workers has come.

    Proven bounds of the value; questions answered and under way; positions in the tree; nodes of all answers;
    seconds since the beginning.
    """

    lower: int
    upper: int
    answered: int
    under_way: int
    positions: int
    nodes: int
    seconds: float


SplitWatch = Callable[[SplitProgress], None]


class SplitSolver:
    """Solves one position with many workers, each with a table of its own.

    The workers are asked whether the value of a position is at least so much. What they prove is kept here, for
    the top of the tree. A question that takes more than `budget` is split into those of the moves; so are
    the largest ones while workers are idle. Questions that an answer made useless are cancelled (a Dask worker
    stops at once, one of another kind when its budget is used up). The value is that of `Solver`, the nodes are
    more.

    executor     any like those of `concurrent.futures`, or a Dask client
    workers      how many questions are asked at a time, at least 1
    memory_mib   bound of the table of each worker in MiB, at least 1
    budget       for a question
    """

    def __init__(
        self, executor: Executor, workers: int, *, memory_mib: int = 256, budget: Limit = BUDGET
    ) -> None:
        if workers < 1 or memory_mib < 1:
            raise ValueError(f"{workers} workers with tables of {memory_mib} MiB")
        self._executor = executor
        self._workers = workers
        self._memory_mib = memory_mib
        self._budget = budget
        self._cancelled = False

    def cancel(self) -> None:
        """Stops the search that is running; it returns with the bounds it has. May be called from any thread."""
        self._cancelled = True

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        progress: SplitWatch | None = None,
        checkpoint: str | Path | None = None,
    ) -> Solution:
        """The exact value of a position, with a best move and a line of best play; bounds if a limit (of all nodes, of
        seconds) or `cancel` stops it.

        Calls `progress` some times a second. With a `checkpoint` every answer is kept in that file at once, and the
        search goes on from it if it exists; nodes and seconds then count all runs. Raises `Unsolvable` and
        `CheckpointError` as `Solver.solve`, `BatchError` if workers are lost, `WrongEngine` if one is another engine.
        """
        self._cancelled = False
        engine = this_engine()
        if position.is_over:
            return solution(engine, str(position), 1)
        with ExitStack() as stack:
            ledger = (
                stack.enter_context(Ledger(Path(checkpoint), position)) if checkpoint is not None else None
            )
            search = _Search(self, position, engine, limit or Limit(), ledger)
            tasks = stack.enter_context(Tasks[Open](self._executor))
            while not search.is_over and not self._cancelled:
                search.hand_out(tasks)
                search.take(tasks)
                if progress is not None:
                    progress(search.progress(tasks))
            return search.solution(self._executor)


class _Search:
    """The search of one position."""

    def __init__(
        self, solver: SplitSolver, position: Position, engine: Engine, limit: Limit, ledger: Ledger | None
    ) -> None:
        self.engine = engine
        self.limit = limit
        self.workers = solver._workers
        self.memory_mib = solver._memory_mib
        self.budget = solver._budget
        self.ledger = ledger
        far = limit != Limit() and position.cards_left > GUESS_MOST
        self.tree = Tree(position, ledger, WIDE if far else 0)
        self.deal = str(position)
        self.asked = self.answered = 0
        self.nodes = ledger.nodes if ledger is not None else 0
        self.nodes_before = self.nodes
        self.before = ledger.seconds if ledger is not None else 0.0
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Of all runs."""
        return self.before + time.monotonic() - self.started

    @property
    def is_over(self) -> bool:
        root, limit = self.tree.root, self.limit
        return (
            root.lower == root.upper
            or (limit.seconds is not None and self.seconds - self.before >= limit.seconds)
            or (limit.nodes is not None and self.nodes - self.nodes_before >= limit.nodes)
        )

    def hand_out(self, tasks: Tasks[Open]) -> None:
        """Asks as many questions as there are idle workers."""
        for node, least in self._wanted(tasks.keys):
            self.asked += 1
            line = str(node.position)
            limit = self._limit(node)
            question = Question(self.deal, line, least, limit, self.memory_mib, self.asked)
            tasks.begin((node, least), answer, self.engine, question)

    def _limit(self, node: Node) -> Limit:
        seconds = self.budget.seconds
        if seconds is None or expected_seconds(node.position) < HOPELESS * seconds:
            return self.budget
        return replace(self.budget, seconds=seconds / 8)

    def _wanted(self, under_way: list[Open]) -> list[Open]:
        """What to ask next: what is needed if the most promising moves are right, splitting what is large until there
        is enough for all; then what is asked already is split; then come less promising moves."""
        free = self.workers - len(under_way)
        steps = 0
        while True:
            new = (q for q in dict.fromkeys(self.tree.open(steps)) if q not in under_way)
            wanted = list(islice(new, free))
            if len(wanted) == free:
                return wanted
            large = _largest(wanted) or _largest(under_way)
            if large is not None:
                self.tree.split(large)
            elif steps < STEPS:
                steps += 1
            else:
                return wanted

    def take(self, tasks: Tasks[Open]) -> None:
        """Waits a moment for answers, and gives up what they have made useless."""
        found: list[tuple[Open, Answer]] = tasks.take(LOOK_EVERY)
        for (node, least), given in found:
            self.answered += 1
            self.nodes += given.nodes
            if self.ledger is not None:
                line = str(node.position)
                self.ledger.write(line, least, given.holds, given.nodes, round(self.seconds, 3))
            if given.holds is not None:
                self.tree.learn(node, least, given.holds)
            elif node.moves is None and self.tree.matters(node, least):
                self.tree.split(node)
        if found:
            tasks.give_up(lambda question: not self.tree.matters(*question))

    def progress(self, tasks: Tasks[Open]) -> SplitProgress:
        root = self.tree.root
        return SplitProgress(
            root.lower, root.upper, self.answered, len(tasks), len(self.tree), self.nodes, self.seconds
        )

    def solution(self, executor: Executor) -> Solution:
        """What has been found; the end of the line, from where the tree ends, is left to a worker."""
        root = self.tree.root
        bounds, best = Bounds(root.lower, root.upper), self.tree.best()
        if not bounds.exact:
            return Solution(root.position, bounds, best, (), self.nodes, self.seconds)
        line, end = self.tree.line()
        if not end.position.is_over:
            with Tasks[None](executor) as tasks:
                tasks.begin(None, solution, self.engine, str(end.position), self.memory_mib)
                ((_, rest),) = tasks.take()
            assert rest.value == bounds.lower, f"{end.position}: {rest.value}, not {bounds.lower}"
            line = [*line, *rest.line]
            self.nodes += rest.nodes
        return Solution(root.position, bounds, line[0], tuple(line), self.nodes, self.seconds)


def _largest(questions: list[Open]) -> Node | None:
    """The position with the most cards left among those that can be split and are large enough."""
    nodes = [node for node, _ in questions if node.moves is None and node.position.cards_left >= SPLIT_LEAST]
    return max(nodes, key=lambda node: node.position.cards_left, default=None)
