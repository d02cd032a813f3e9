"""The benchmark of the solver: fixed positions, one thread, a fixed table.

Its total number of nodes is the signature of the search: the same on every run and every machine, and different
with nearly every change of what is searched.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .analysis import Solver
from .position import Position
from .rules import Rules

MEMORY_MIB = 16
# rules, cards left to play, how many positions
POSITIONS = (
    ("scopone10", 20, 10),
    ("scopone9", 20, 10),
    ("scopone10", 24, 3),
    ("scopone9", 24, 3),
    ("scopa4", 24, 2),
    ("scopa2", 18, 4),
)


@dataclass(frozen=True, slots=True)
class Bench:
    """What a run of the benchmark found: nodes and seconds of the searches themselves."""

    positions: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds


def positions() -> list[Position]:
    """The positions of the benchmark, from fixed seeds."""
    return [
        random_position(Rules.preset(name), seed, left)
        for name, left, count in POSITIONS
        for seed in range(1, count + 1)
    ]


def random_position(rules: Rules, seed: int, left: int | None = None) -> Position:
    """The deal of a seed, played at random until so many cards are left (None: not at all); always the same."""
    position = Position.deal(rules, seed)
    rng = random.Random(seed)
    while left is not None and position.cards_left > left:
        position = position.play(rng.choice(position.legal_moves))
    return position


def run_bench(done: Callable[[int, int], None] | None = None) -> Bench:
    """Solves the positions, each with a new solver; `done` is told how many of how many are solved."""
    every = positions()
    nodes, seconds = 0, 0.0
    for i, position in enumerate(every):
        with Solver(memory_mib=MEMORY_MIB) as solver:
            found = solver.solve(position)
        nodes += found.nodes
        seconds += found.seconds
        if done is not None:
            done(i + 1, len(every))
    return Bench(len(every), nodes, seconds)
