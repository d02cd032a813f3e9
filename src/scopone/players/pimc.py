"""The player who asks, in many worlds, what would be best if all cards were seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solver.exact import Exact
from ..solver.pimc import pimc, pimc_exact
from ..view import View
from .base import Choice, Player
from .search import beginner, best_first, estimates, worlds_of


@dataclass(frozen=True)
class Pimc(Player):
    """Uniform worlds, or all of them where they are no more; every move valued in each by a playout, or
    exactly when the hands are short.

    worlds    at least 1
    exact     values are exact from so many cards a hand on (0: never)
    epsilon   chance of a random move in playouts
    """

    name: ClassVar[str] = "pimc"
    about: ClassVar[str] = "perfect-information Monte Carlo"

    worlds: int = 200
    exact: int = 4
    epsilon: float = 0.3

    def choose(self, view: View, seed: int) -> Choice:
        worlds = worlds_of(view)
        policy = beginner(view.rules)
        if not view.stock_hidden and worlds.count <= self.worlds:
            worlds.enumerate()
        else:
            worlds.draw(self.worlds, seed)
        if len(view.hand) <= self.exact and view.is_duel and not view.stock_size:
            tallies = pimc_exact(worlds, policy, Exact(view.placeholder))
        else:
            tallies = pimc(worlds, policy, seed + 1, self.epsilon)
        return best_first(view, estimates(view, tallies))
