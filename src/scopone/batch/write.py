"""A batch from its inputs to its Parquet file, through interruptions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ..position import Position
from .engine import this_engine
from .runner import run_chunks
from .store import Store
from .tasks import Executor
from .work import Work, chunks_of


@dataclass(slots=True)
class Count:
    """How far a batch has come.

    positions    given
    unique       of them different
    known        of the different ones, found by an earlier run
    solved       of the different ones, found by this run
    inexact      of those, with bounds only
    seconds      of this run
    failed       number and error of each input that has no value, when all is done
    """

    positions: int = 0
    unique: int = 0
    known: int = 0
    solved: int = 0
    inexact: int = 0
    seconds: float = 0.0
    failed: tuple[tuple[int, str], ...] = ()

    @property
    def per_second(self) -> float:
        """Positions solved a second."""
        return self.solved / self.seconds if self.seconds > 0 else 0.0


def write_batch(
    inputs: Iterable[tuple[int, Position]],
    out: Path,
    work: Work,
    *,
    executor: Executor,
    in_flight: int,
    progress: Callable[[Count], None] | None = None,
) -> Count:
    """Writes a Parquet file with a row for each input, in their order; see `Row` for its columns.

    inputs     a number of yours for each position (the column `input`), such as that of its line
    progress   is called after every chunk

    What an earlier run has found, in `out` or beside it, is not searched again. However this one ends, `out` is whole
    or as it was, and finished chunks are kept. Raises `StoreError` if `out` holds anything else, and as `run_batch`.
    """
    engine = this_engine()
    with Store(out, work, engine) as store:
        order: list[tuple[int, str]] = []
        unique: dict[str, Position] = {}
        for number, position in inputs:
            line = str(position)
            order.append((number, line))
            unique.setdefault(line, position)
        known = store.known()
        todo = [position for line, position in unique.items() if line not in known]
        count = Count(len(order), len(unique), len(unique) - len(todo))
        started = time.monotonic()
        if progress is not None:
            progress(count)
        for lines, rows in run_chunks(chunks_of(todo, work), work, engine, executor, in_flight):
            store.keep(lines, rows)
            count.solved += len(rows)
            count.inexact += sum(not row.exact and row.error is None for row in rows)
            count.seconds = time.monotonic() - started
            if progress is not None:
                progress(count)
        count.failed = tuple(store.finish(order))
    return count
