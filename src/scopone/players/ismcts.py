"""The published champion: information-set Monte Carlo tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solver.ismcts import ismcts
from ..view import View
from .base import Choice, Player
from .search import beginner, most_visited, sensible, worlds_of


@dataclass(frozen=True)
class Ismcts(Player):
    """One tree over what all players see, one uniform world an iteration; plays the move visited most.

    iterations    at least 1
    exploration   in points
    epsilon       chance of a random move in playouts
    tuned         1: playouts by the model tuned by self-play; 0: by a beginner's, as published, for which
                  exploration 4 and epsilon 0.3 are better
    """

    name: ClassVar[str] = "ismcts"
    about: ClassVar[str] = "information-set tree search"

    iterations: int = 4000
    exploration: float = 3.0
    epsilon: float = 0.1
    tuned: int = 1

    def choose(self, view: View, seed: int) -> Choice:
        policy = sensible(view.rules) if self.tuned else beginner(view.rules)
        return most_visited(
            view, ismcts(worlds_of(view), policy, self.iterations, seed, self.exploration, self.epsilon)
        )
