"""The strongest fair player here: tree search in worlds that fit how the others have played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solver.ismcts import ismcts
from ..view import View
from .base import Choice, Player
from .search import believed, most_visited, sensible, worlds_of
from .weights import SHARPNESS

# what fits in a second from the first move of a deal, on one core of the machine of bench/STRENGTH.md
ITERATIONS = 160_000
CANDIDATES = 60_000
POOL = 20_000
LEAST = 100  # of anything, however short the time


@dataclass(frozen=True)
class Maestro(Player):
    """Worlds are drawn in proportion to how likely a model of a player would have made the plays seen; a
    tree search goes through them, with playouts by a model tuned by self-play. bench/STRENGTH.md says what
    was tried.

    seconds       how much it thinks: work that takes at most so long on the machine of bench/STRENGTH.md. It
                  looks at no clock, so that the same seed always gives the same move.
    exploration   in points
    bias          weight of the model's scores in the tree: a move that a sensible player likes is gone into earlier
    epsilon       chance of a random move in playouts
    others        chance that a move of the others in the tree is that of the model, not the best found: the tree
                  would have them know this seat's hand
    sharpness     of the beliefs, a point; 0: uniform worlds
    """

    name: ClassVar[str] = "maestro"
    about: ClassVar[str] = "the strongest fair player here"

    seconds: float = 0.25
    exploration: float = 3.0
    bias: float = 4.0
    epsilon: float = 0.1
    others: float = 0.5
    sharpness: float = SHARPNESS

    def _work(self, a_second: int) -> int:
        return max(LEAST, round(a_second * self.seconds))

    def choose(self, view: View, seed: int) -> Choice:
        worlds = worlds_of(view)
        if self.sharpness > 0:
            worlds.draw(self._work(POOL), seed, believed(view.rules), self.sharpness, self._work(CANDIDATES))
        tallies = ismcts(
            worlds,
            sensible(view.rules),
            self._work(ITERATIONS),
            seed + 1,
            exploration=self.exploration,
            epsilon=self.epsilon,
            bias=self.bias,
            others=self.others,
        )
        return most_visited(view, tallies)
