"""The player who sees all cards: it cheats on purpose, to show how much there is to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solver.exact import Exact
from ..solver.ismcts import ismcts
from ..solver.pimc import pimc_exact
from ..solver.sampling import Worlds
from ..view import OpenView, View
from .base import Choice, Player
from .search import beginner, best_first, estimates, most_visited


@dataclass(frozen=True)
class Oracle(Player):
    """Exact play when the hands are short, tree search on the open deal before.

    iterations    of the tree search
    exact         values are exact from so many cards a hand on
    exploration   in points

    Raises `TypeError` for a fair view: it needs an `OpenView`.
    """

    name: ClassVar[str] = "oracle"
    about: ClassVar[str] = "sees all cards (cheats on purpose)"
    sees_all: ClassVar[bool] = True

    iterations: int = 20000
    exact: int = 5
    exploration: float = 2.0
    epsilon: float = 0.1

    def choose(self, view: View, seed: int) -> Choice:
        if not isinstance(view, OpenView) or view.position is None:
            raise TypeError("the oracle needs to see all cards")
        position = view.position
        world = Worlds(position, (False,) * view.rules.players, False)
        policy = beginner(view.rules)
        if len(view.hand) <= self.exact and view.is_duel and not position.stock:
            world.draw(1, seed)
            return best_first(view, estimates(view, pimc_exact(world, policy, Exact(position))))
        tallies = ismcts(world, policy, self.iterations, seed, self.exploration, self.epsilon)
        return most_visited(view, tallies)
