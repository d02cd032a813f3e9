"""The published champion: information-set Monte Carlo tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solver.ismcts import ismcts
from ..view import View
from .base import Choice, Player
from .search import beginner, most_visited, worlds_of


@dataclass(frozen=True)
class Ismcts(Player):
    """One tree over what all players see, one uniform world an iteration; plays the move visited most.

    iterations    at least 1
    exploration   in points
    epsilon       chance of a random move in playouts
    """

    name: ClassVar[str] = "ismcts"
    about: ClassVar[str] = "information-set tree search"

    iterations: int = 4000
    exploration: float = 4.0
    epsilon: float = 0.3

    def choose(self, view: View, seed: int) -> Choice:
        tallies = ismcts(
            worlds_of(view), beginner(view.rules), self.iterations, seed, self.exploration, self.epsilon
        )
        return most_visited(view, tallies)
