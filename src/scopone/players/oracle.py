"""The player who sees all cards: it cheats on purpose, to show how much there is to know.

Exact play assumes that the others play exactly, too. Where it leaves a choice, the tree search makes it, in which
they move as players who do not see the cards: a fair player gives away what exact play says is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..analysis import Limit, solve
from ..position import Position
from ..solver.exact import Exact
from ..solver.ismcts import ismcts
from ..solver.pimc import pimc_exact
from ..solver.sampling import Worlds
from ..view import OpenView, View
from .base import Choice, Player
from .search import Tally, best_first, estimates, most_visited, sensible

SMALL = 6  # cards a hand up to which every move is valued
TABLE_MIB = 16


@dataclass(frozen=True)
class Oracle(Player):
    """Exact play when the hands are short, tree search on the open deal before, and between equal moves.

    iterations    of the tree search; a quarter of them between equal moves
    exact         best play is exact from so many cards a hand on, if it is found within `nodes`
    nodes         limit of the exact search with more than 6 cards a hand (with fewer it is short)
    exploration   in points
    epsilon       chance of a random move in playouts
    others        chance that a move of the others in the tree is that of a fair player, not the best found

    Raises `TypeError` for a fair view: it needs an `OpenView`.
    """

    name: ClassVar[str] = "oracle"
    about: ClassVar[str] = "sees all cards (cheats on purpose)"
    sees_all: ClassVar[bool] = True

    iterations: int = 200_000
    exact: int = 6
    nodes: int = 20_000_000
    exploration: float = 2.0
    epsilon: float = 0.1
    others: float = 0.7

    def choose(self, view: View, seed: int) -> Choice:
        if not isinstance(view, OpenView) or view.position is None:
            raise TypeError("the oracle needs to see all cards")
        position = view.position
        if len(view.hand) <= self.exact and view.is_duel and not position.stock:
            found = self._exact(view, position, seed)
            if found is not None:
                return found
        return most_visited(view, self._grow(position, seed, self.iterations))

    def _grow(self, position: Position, seed: int, iterations: int) -> list[Tally]:
        """The tallies of a tree search."""
        policy = sensible(position.rules)
        return ismcts(
            _world(position),
            policy,
            iterations,
            seed,
            exploration=self.exploration,
            epsilon=self.epsilon,
            others=self.others,
        )

    def _exact(self, view: View, position: Position, seed: int) -> Choice | None:
        """The best move by the solver, with every move's value if the hands are small; None if it gave up."""
        if len(view.hand) > SMALL:
            solution = solve(position, Limit(nodes=self.nodes), memory_mib=TABLE_MIB)
            return Choice(solution.best) if solution.exact and solution.best is not None else None
        world = _world(position)
        world.draw(1, seed)
        choice = best_first(view, estimates(view, pimc_exact(world, sensible(view.rules), Exact(position))))
        equal = {e.move for e in choice.estimates if e.points.mean == choice.estimates[0].points.mean}
        if len(equal) == 1:
            return choice
        grown = most_visited(view, self._grow(position, seed, self.iterations // 4))
        best = next(e.move for e in grown.estimates if e.move in equal)
        return Choice(best, tuple(sorted(choice.estimates, key=lambda e: e.move != best)))


def _world(position: Position) -> Worlds:
    """The one world in which nothing is hidden."""
    return Worlds(position, (False,) * position.rules.players, False)
