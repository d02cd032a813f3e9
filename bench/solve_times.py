"""How long exact solving takes: mean, median, 99th percentile and maximum, for both games.

    python bench/solve_times.py 5 6 7 --count 100 --threads 1

takes positions of so many cards a hand from random play of fixed seeds. Each is solved by a new solver.
"""

from __future__ import annotations

import argparse
import statistics
import time

from rich.console import Console
from rich.table import Table

from scopone import Position, Rules, Solver
from scopone.bench import random_position


def sample(name: str, cards: int, seed: int) -> Position:
    """A position with so many cards in each hand, by random play from a random deal."""
    return random_position(Rules.preset(name), seed, 4 * cards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=int, nargs="+", help="cards a hand")
    parser.add_argument("--count", type=int, default=100, help="positions of each game")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024, help="MiB")
    arguments = parser.parse_args()
    table = Table("game", "cards", "nodes", "mean ms", "median", "99 %", "maximum", "M nodes/s")
    for cards in arguments.cards:
        for name in ("scopone10", "scopone9"):
            seconds, nodes = [], 0
            for seed in range(arguments.count):
                position = sample(name, cards, seed)
                with Solver(arguments.threads, arguments.memory) as solver:
                    start = time.perf_counter()
                    nodes += solver.solve(position).nodes
                    seconds.append(time.perf_counter() - start)
            seconds.sort()
            last = seconds[min(len(seconds) - 1, round(0.99 * len(seconds)))]
            table.add_row(
                name,
                str(cards),
                f"{nodes / len(seconds):,.0f}",
                *(
                    f"{1000 * s:.1f}"
                    for s in (statistics.mean(seconds), statistics.median(seconds), last, seconds[-1])
                ),
                f"{nodes / sum(seconds) / 1e6:.1f}",
            )
    Console().print(table)


if __name__ == "__main__":
    main()
