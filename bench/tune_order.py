"""Tunes the weights of move ordering (solver/order.pyx) on the number of nodes over fixed positions.

    python bench/tune_order.py --minutes 10

Changes one or two weights at a time at random and keeps what needs fewer nodes. Prints each improvement; check it
on other positions before you believe it (--seed takes others).
"""

from __future__ import annotations

import argparse
import random
import time

from solve_times import sample

from scopone import Position
from scopone.solver.driver import SWITCHES, Driver
from scopone.solver.order import DEFAULT_WEIGHTS

ALL = sum(SWITCHES.values())


def nodes(positions: list[Position], weights: dict[str, int]) -> float:
    """Mean nodes to solve a position with these weights."""
    total = 0
    for position in positions:
        driver = Driver(1 << 20, ALL, weights=weights)
        driver.begin(position)
        driver.narrow(0)
        total += driver.nodes
    return total / len(positions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the positions and of the changes")
    parser.add_argument("--count", type=int, default=40, help="positions of each game")
    arguments = parser.parse_args()
    seeds = range(1000 * arguments.seed, 1000 * arguments.seed + arguments.count)
    positions = [sample(name, 5, seed) for name in ("scopone10", "scopone9") for seed in seeds]
    rng = random.Random(arguments.seed)
    best = dict(DEFAULT_WEIGHTS)
    least = nodes(positions, best)
    print(f"{least:.0f} {best}", flush=True)
    end = time.monotonic() + 60 * arguments.minutes
    while time.monotonic() < end:
        tried = dict(best)
        for name in rng.sample(sorted(tried), rng.choice((1, 1, 2))):
            step = max(2, abs(tried[name]) // 3)
            tried[name] += rng.randint(-step, step)
        needed = nodes(positions, tried)
        if needed < least:
            best, least = tried, needed
            print(f"{least:.0f} {best}", flush=True)


if __name__ == "__main__":
    main()
