"""Positions a second of a batch, by cards a hand and number of processes.

    python bench/batch_rates.py --cards 4 5 6 --jobs 1 2 [--dask 2]

A row: positions a second by the clock; processor time a position, of workers and of this process; what a plain loop
over the same positions takes. Starting the workers, with the proof of their engine, is timed apart.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from scopone import Position, Rules, Solver
from scopone.batch import Executor, dask_client, local_executor, run_batch, this_engine
from scopone.batch.engine import prove
from scopone.bench import random_position

COUNTS = {3: 4000, 4: 2000, 5: 600, 6: 60, 7: 4}  # positions of so many cards a hand: some seconds


class Clock:
    """Seconds by the clock, and of processor time of this process and of its children that have ended."""

    def __init__(self) -> None:
        self._start = self._now()

    @staticmethod
    def _now() -> tuple[float, float, float]:
        t = os.times()
        return time.perf_counter(), t.user + t.system, t.children_user + t.children_system

    @property
    def spent(self) -> list[float]:
        return [now - start for now, start in zip(self._now(), self._start, strict=True)]


@contextmanager
def crew(jobs: int, dask: bool) -> Iterator[Executor]:
    """Workers that have all proven their engine."""
    with dask_client(f"local:{jobs}") if dask else local_executor(jobs) as executor:
        for future in [executor.submit(ready, number) for number in range(jobs)]:
            future.result()
        yield executor


def ready(number: int) -> None:
    """Takes long enough for every worker to get one of these calls."""
    prove(this_engine())
    time.sleep(2)


def plain(positions: list[Position]) -> float:
    """Processor seconds of a plain loop."""
    clock = Clock()
    for position in positions:
        with Solver() as solver:
            solver.solve(position)
    return clock.spent[1]


def batch(positions: list[Position], jobs: int, dask: bool) -> tuple[float, list[float]]:
    """Seconds by the clock of the work itself, and what all took with the start of the workers."""
    whole = Clock()
    with crew(jobs, dask) as executor:
        clock = Clock()
        assert sum(1 for _ in run_batch(positions, executor=executor, in_flight=2 * jobs)) == len(positions)
        seconds = clock.spent[0]
    return seconds, whole.spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="scopone10")
    parser.add_argument("--cards", type=int, nargs="+", default=[4, 5, 6], choices=sorted(COUNTS))
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument(
        "--dask", type=int, nargs="*", default=[], help="the same on so many Dask workers here"
    )
    arguments = parser.parse_args()
    rules = Rules.parse(arguments.rules)
    this_engine()
    crews = [(jobs, False) for jobs in arguments.jobs] + [(jobs, True) for jobs in arguments.dask]
    start = {which: batch([], *which)[1] for which in crews}
    print(
        "cards  positions  workers           a second   worker ms  own ms  plain ms (processor time a position)"
    )
    for cards in arguments.cards:
        positions = [random_position(rules, seed, 4 * cards) for seed in range(1, COUNTS[cards] + 1)]
        alone = 1000 * plain(positions) / len(positions)
        for which in crews:
            seconds, spent = batch(positions, *which)
            own, workers = (1000 * (spent[i] - start[which][i]) / len(positions) for i in (1, 2))
            name = f"{which[0]} {'Dask worker' if which[1] else 'process'}{'es'[which[1] :] if which[0] > 1 else ''}"
            print(
                f"{cards:5}  {len(positions):9}  {name:15}  {len(positions) / seconds:9.1f}"
                f"  {workers:10.2f}  {own:6.2f}  {alone:8.2f}",
                flush=True,
            )
    for (jobs, dask), (wall, own, workers) in start.items():
        print(
            f"start and end of {jobs} {'Dask' if dask else 'local'}: {wall:.1f} s, processor {own + workers:.1f} s"
        )


if __name__ == "__main__":
    main()
