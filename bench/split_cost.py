"""What splitting one search over many workers costs: its nodes against those of one search.

    python bench/split_cost.py --cards 7 --workers 2 8 --budget 5000000

The workers are threads of this process, each with a table of its own as on a cluster: more of them than there are
cores cost the same nodes. Which answers come first differs from run to run, and with it the nodes.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

from scopone import Limit, Rules, Solver
from scopone.batch import SplitSolver, this_engine
from scopone.bench import random_position


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="scopone10")
    parser.add_argument("--cards", type=int, default=7, help="a hand")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 8])
    parser.add_argument("--budget", type=int, default=5_000_000, help="nodes for a question")
    parser.add_argument("--memory", type=int, default=256, help="MiB of each worker")
    arguments = parser.parse_args()
    rules = Rules.parse(arguments.rules)
    positions = [random_position(rules, seed, 4 * arguments.cards) for seed in arguments.seeds]
    this_engine()
    began = time.process_time()
    single = []
    for position in positions:
        with Solver(memory_mib=arguments.memory) as solver:
            single.append(solver.solve(position))
    nodes = sum(s.nodes for s in single)
    print(f"one search: {nodes:,} nodes, {time.process_time() - began:.1f} s", flush=True)
    for workers in arguments.workers:
        began = time.process_time()
        with ThreadPoolExecutor(workers) as pool:
            budget = Limit(nodes=arguments.budget)
            team = SplitSolver(pool, workers, memory_mib=arguments.memory, budget=budget)
            split = [team.solve(position) for position in positions]
        assert [s.value for s in split] == [s.value for s in single]
        total = sum(s.nodes for s in split)
        seconds = time.process_time() - began
        print(f"{workers} workers: {total:,} nodes, {total / nodes:.2f} times, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
