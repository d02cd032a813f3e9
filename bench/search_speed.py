"""Iterations of the tree search a second from the first move, and worlds solved exactly a second.

python bench/search_speed.py [--deals N] [--rules R ...]

Processor time of one core, means over deals. The exact worlds are of positions that random play leads to.
"""

from __future__ import annotations

import argparse
import random
import time

from scopone import Position, Rules
from scopone.players.search import beginner, sensible, worlds_of
from scopone.solver.exact import Exact
from scopone.solver.ismcts import ismcts
from scopone.solver.pimc import pimc_exact
from scopone.view import View

ITERATIONS = 32_000
WORLDS = 300
SETTINGS = (("beginner's model", beginner, 4.0, 0.3), ("tuned model", sensible, 3.0, 0.1))


def iterations_a_second(rules: Rules, deals: int) -> None:
    for name, model, exploration, epsilon in SETTINGS:
        policy = model(rules)
        spent = 0.0
        for seed in range(deals):
            worlds = worlds_of(View.of(Position.deal(rules, seed)))
            start = time.process_time()
            ismcts(worlds, policy, ITERATIONS, seed, exploration, epsilon)
            spent += time.process_time() - start
        print(f"{rules}: {deals * ITERATIONS / spent:,.0f} iterations a second, playouts by the {name}")


def worlds_a_second(rules: Rules, cards: int, deals: int) -> None:
    spent = 0.0
    nodes = 0
    for seed in range(deals):
        rng = random.Random(seed)
        position, history = Position.deal(rules, seed), []
        while position.cards_left > cards * rules.players:
            history.append(rng.choice(position.legal_moves))
            position = position.play(history[-1])
        worlds = worlds_of(View.of(position, history))
        worlds.draw(WORLDS, seed)
        exact = Exact(position)
        start = time.process_time()
        pimc_exact(worlds, sensible(rules), exact)
        spent += time.process_time() - start
        nodes += exact.nodes
    n = deals * WORLDS
    print(
        f"{rules}, {cards} cards a hand: {n / spent:,.0f} exact worlds a second, {nodes / n:,.0f} nodes each"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rules", nargs="+", default=["scopone9", "scopone10"])
    parser.add_argument("--deals", type=int, default=12)
    args = parser.parse_args()
    for name in args.rules:
        rules = Rules.parse(name)
        iterations_a_second(rules, args.deals)
        for cards in (4, 3):
            worlds_a_second(rules, cards, args.deals)


if __name__ == "__main__":
    main()
