"""How fast endgame tables are built and read, and what sharing positions between layouts saves.

    python bench/table_rates.py            # 1, 2 and 3 cards a hand
    python bench/table_rates.py 4          # 63 million layouts: three minutes of processor time, 6 GB of disk

For each number of cards a hand some random classes: layouts built a second, values worked out for each layout, the
same by search of one layout after the other (from a sample), and microseconds a probe. Processor time.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from scopone import Position, Rules
from scopone.solver.exact import Exact
from scopone.solver.levels import Levels
from scopone.tables import Ending, Table, outlook
from scopone.tables.build import MEMORY_MIB, SCRATCH_MIB, merged
from scopone.tables.file import write_table
from scopone.tables.scratch import MIB, laid_out
from scopone.view import View

CLASSES = {1: 20, 2: 20, 3: 5, 4: 1}
SAMPLE = 500


def ending(rules: str, left: int, seed: int) -> Position:
    """A position with so many cards left, after random play that captures where it can."""
    rng = random.Random(seed)
    p = Position.deal(Rules.parse(rules), seed)
    while p.cards_left > left:
        p = p.play(rng.choice([m for m in p.legal_moves if m.captured] or list(p.legal_moves)))
    return p


def search_seconds(table: Table) -> float:
    """Seconds to search one layout, on average."""
    exact = Exact(table.ending.position)
    numbers = random.Random(1).sample(range(len(table)), min(SAMPLE, len(table)))
    positions = [table.ending.deal(number) for number in numbers]
    start = time.process_time()
    for p in positions:
        exact.analyse(p)
    return (time.process_time() - start) / len(positions)


def probe_seconds(table: Table) -> float:
    """Seconds to look one position up, on average."""
    numbers = random.Random(2).sample(range(len(table)), min(SAMPLE, len(table)))
    positions = [table.ending.deal(number) for number in numbers]
    start = time.process_time()
    for _ in range(10):
        for p in positions:
            table.probe(p)
    return (time.process_time() - start) / (10 * len(positions))


def work_out(p: Position, directory: Path) -> tuple[float, int, Table]:
    """Processor time to work all values of a class out, how many there were, and the table."""
    of = Ending.of(p)
    start = time.process_time()
    levels = Levels(p, [False] * p.rules.players, MEMORY_MIB * MIB)
    with laid_out(levels, directory / "parts", SCRATCH_MIB * MIB, MEMORY_MIB * MIB):
        values, best = merged(levels, p.rules.sides[p.turn])
    seconds = time.process_time() - start
    write_table(directory / of.name, of, [p.move(*move) for move in levels.moves], values, best)
    return seconds, levels.entries, Table(directory / of.name)


def row(rules: str, n: int, directory: Path) -> str:
    """One line of the table of results: averages over some classes."""
    players = Rules.parse(rules).players
    built = entries = layouts = search = probe = look = 0.0
    classes = CLASSES[n]
    for seed in range(1, classes + 1):
        p = ending(rules, n * players, seed)
        seconds, worked, table = work_out(p, directory)
        built += seconds
        entries += worked
        layouts += len(table)
        search += search_seconds(table) * len(table)
        probe += probe_seconds(table)
        start = time.process_time()
        outlook(View.of(p))
        look += time.process_time() - start
    return (
        f"{n} {classes:8} {layouts / classes:12,.0f} {built / classes:10.4f} {layouts / built:12,.0f}"
        f" {entries / layouts:8.1f} {search / classes:12.4f} {search / built:8.1f}"
        f" {1e6 * probe / classes:9.1f} {1e3 * look / classes:9.1f}"
    )


def main() -> None:
    """Prints a line for each number of cards a hand."""
    rules = "scopone10"
    print(
        "n  classes      layouts    build s    layouts/s   shared   searched s     gain  probe us   look ms"
    )
    with tempfile.TemporaryDirectory() as name:
        work_out(ending(rules, 4, 0), Path(name))  # what is imported on the way is not timed
        for n in map(int, sys.argv[1:] or ["1", "2", "3"]):
            print(row(rules, n, Path(name)), flush=True)


if __name__ == "__main__":
    main()
