"""Hands chunks of positions to an executor and takes their rows as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import NamedTuple

from ..position import Position
from .engine import Engine, this_engine
from .local import local_executor, usable_cores
from .row import Row
from .tasks import Executor, Tasks
from .work import Work, chunks_of, do_chunk

Chunk = tuple[str, ...]


class Result(NamedTuple):
    """The row of a position, and the place of the position among those given, from 0."""

    place: int
    row: Row


def run_batch(
    positions: Iterable[Position],
    work: Work | None = None,
    *,
    executor: Executor | None = None,
    in_flight: int | None = None,
) -> Iterator[Result]:
    """Yields a result for every position, as they come: not in order, equal positions solved once.

    executor    where the chunks are done: any executor like those of `concurrent.futures`, or a Dask client;
                without one, a process for each core (a script then needs `if __name__ == "__main__":`)
    in_flight   how many chunks are handed out at a time, at least 1: twice the number of workers keeps them
                busy; 16 if it is not given with an executor

    `positions` is read as it is needed. Raises `BatchError` if workers are lost, `WrongEngine` if one is another
    engine.
    """
    work = work or Work()
    places: dict[str, list[int]] = {}
    rows: dict[str, Row] = {}
    again: list[Result] = []  # of positions that were solved before they came again

    def new() -> Iterator[Position]:
        for place, position in enumerate(positions):
            line = str(position)
            if line in rows:
                again.append(Result(place, rows[line]))
            elif line in places:
                places[line].append(place)
            else:
                places[line] = [place]
                yield position

    with ExitStack() as stack:
        if executor is None:
            executor = stack.enter_context(local_executor())
            in_flight = in_flight or 2 * usable_cores()
        for _, found in run_chunks(chunks_of(new(), work), work, this_engine(), executor, in_flight or 16):
            for row in found:
                rows[row.position] = row
                for place in places.pop(row.position):
                    yield Result(place, row)
            yield from again
            again.clear()
    yield from again


def run_chunks(
    chunks: Iterable[Chunk], work: Work, engine: Engine, executor: Executor, in_flight: int
) -> Iterator[tuple[Chunk, list[Row]]]:
    """Yields every chunk with its rows, as they come; never more than `in_flight` chunks are handed out."""
    if in_flight < 1:
        raise ValueError(f"{in_flight} chunks in flight")
    waiting = iter(chunks)
    with Tasks[Chunk](executor) as tasks:
        while True:
            for chunk in islice(waiting, in_flight - len(tasks)):
                tasks.begin(chunk, do_chunk, work, engine, chunk)
            if not len(tasks):
                return
            yield from tasks.take()
