"""Solves positions that take long and records them, one line of JSON each.

    python bench/solve_deals.py scopone10 8 --seeds 1 2 3 --out bench/solved/scopone10-8.jsonl
    python bench/solve_deals.py scopone9 9 --threads 2 --memory 8192 --checkpoint deal.ckpt --out ...

Positions have so many cards in each hand, by random play from the deal of the seed (none for a whole deal).
Progress goes to stderr once a minute; a checkpoint is gone on with.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys

from solve_times import sample

from scopone import Solver
from scopone.analysis import Progress


def told() -> object:
    """A progress function that prints once a minute."""
    due = 60.0

    def watch(p: Progress) -> None:
        nonlocal due
        if p.seconds < due:
            return
        due = p.seconds + 60
        depths = " ".join(f"{left}:{n}" for left, n in list(p.depths.items())[:16])
        print(
            f"{p.seconds:.0f} s, {p.nodes:,} nodes, {p.nodes_per_second / 1e6:.2f} M/s, value {p.lower} .. {p.upper},"
            f" table {p.table_used:.0%}, moves {p.moves_done}/{p.moves_total}, nodes by cards left {depths}",
            file=sys.stderr,
            flush=True,
        )

    return watch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("cards", type=int)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=4096, help="MiB")
    parser.add_argument("--checkpoint")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that a last checkpoint is written
    for seed in arguments.seeds:
        position = sample(arguments.rules, arguments.cards, seed)
        with Solver(arguments.threads, arguments.memory) as solver:
            s = solver.solve(position, None, told(), arguments.checkpoint)  # type: ignore[arg-type]
        record = {
            "position": str(position),
            "value": s.value,
            "best": str(s.best),
            "line": [str(m) for m in s.line],
            "nodes": s.nodes,
            "seconds": round(s.seconds, 1),
            "threads": arguments.threads,
        }
        with open(arguments.out, "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
