"""Who says what a move was worth given what its player could know: many worlds, every move tried in each."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from ..host import seed_of
from ..move import Move
from ..players.search import believed, estimates, sensible, worlds_of
from ..players.weights import SHARPNESS
from ..solver.exact import Exact
from ..solver.pimc import pimc, pimc_exact
from ..view import View

BATCHES = 16
T95 = 2.131  # two-sided 95 % of Student's t with 15 degrees of freedom
CANDIDATES = 8  # worlds drawn for each that is kept by its likelihood
EPSILON = 0.1  # chance of a random move in playouts, as in maestro's
EXACT_HAND = 3  # from so many cards on, worlds are valued exactly
EXACT_WORLDS = 512
ALL_WORLDS = 2000  # so many are all looked at


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one move is than another: a mean in points, with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Opinion:
    """What each legal move is worth to its player: points of the hand as its side counts them, one number for each
    batch of worlds. In a batch all moves meet the same worlds. A single batch holds all worlds there are."""

    worth: dict[Move, tuple[float, ...]]

    def mean(self, move: Move) -> float:
        """What a move is worth."""
        return sum(self.worth[move]) / len(self.worth[move])

    @property
    def best(self) -> Move:
        """The move that is worth most."""
        return max(self.worth, key=lambda move: (self.mean(move), str(move)))

    def difference(self, better: Move, worse: Move) -> Difference:
        """How much more one move is worth than another, from the differences within the batches."""
        found = [a - b for a, b in zip(self.worth[better], self.worth[worse], strict=True)]
        n = len(found)
        mean = sum(found) / n
        if n == 1:
            return Difference(mean, mean, mean)
        half = T95 * sqrt(sum((d - mean) ** 2 for d in found) / (n - 1) / n)
        return Difference(mean, mean - half, mean + half)


@dataclass(frozen=True, slots=True)
class Judge:
    """Looks at worlds that fit what the player saw, the likelier the more often (as maestro does), and plays every
    legal move in each of them: to the end with sensible players, or exactly when hands are short.

    worlds  how many for each move, at least 16; some 30,000 take a second
    """

    worlds: int = 4096

    def __post_init__(self) -> None:
        if not BATCHES <= self.worlds <= 10_000_000:
            raise ValueError(f"a judge of {self.worlds} worlds ({BATCHES} to 10,000,000)")

    def opinion(self, view: View, seed: int = 0) -> Opinion:
        """What the legal moves of the seat to move are worth. The same arguments give the same opinion."""
        exact = len(view.hand) <= EXACT_HAND and view.is_duel and not view.stock_size
        kept = min(self.worlds, EXACT_WORLDS) if exact else self.worlds
        worlds = worlds_of(view)
        found: dict[Move, list[float]] = {}
        whole = exact and worlds.count <= ALL_WORLDS
        for batch in range(1 if whole else BATCHES):
            own = seed_of(seed, batch)
            if whole:
                worlds.enumerate(believed(view.rules), SHARPNESS)
            else:
                each = kept // BATCHES
                worlds.draw(each, own, believed(view.rules), SHARPNESS, CANDIDATES * each)
            if exact:
                tallies = pimc_exact(worlds, sensible(view.rules), Exact(view.placeholder))
            else:
                tallies = pimc(worlds, sensible(view.rules), own + 1, EPSILON)
            sign = -1 if view.rules.n_sides == 2 and view.side == 1 else 1
            for e in estimates(view, tallies):
                found.setdefault(e.move._replace(declared=None), []).append(sign * e.points.mean)
        return Opinion({move: tuple(worth) for move, worth in found.items()})
