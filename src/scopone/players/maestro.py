"""The strongest fair player here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solver.ismcts import ismcts
from ..solver.pimc import pimc
from ..view import View
from .base import Choice, Player
from .search import best_first, estimates, sensible, worlds_of


@dataclass(frozen=True)
class Maestro(Player):
    name: ClassVar[str] = "maestro"
    about: ClassVar[str] = "the strongest fair player here"

    iterations: int = 4000
    exploration: float = 4.0
    epsilon: float = 0.3
    bias: float = 0.0
    pool: int = 2000
    candidates: int = 8000
    sharpness: float = 3.0
    flat: int = 0

    def choose(self, view: View, seed: int) -> Choice:
        policy = sensible(view.rules)
        worlds = worlds_of(view)
        if self.sharpness:
            worlds.draw(self.pool, seed, policy, self.sharpness, self.candidates)
        if self.flat:
            worlds.draw(self.pool, seed, policy if self.sharpness else None, self.sharpness, self.candidates)
            return best_first(view, estimates(view, pimc(worlds, policy, seed + 1, self.epsilon)))
        tallies = ismcts(worlds, policy, self.iterations, seed + 1, self.exploration, self.epsilon, self.bias)
        found = sorted(estimates(view, tallies), key=lambda e: -e.points.samples)
        return Choice(found[0].move, tuple(found))
