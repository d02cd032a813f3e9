"""What the players who search have in common: the policy, the worlds, and reading the core's tallies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..estimate import Chance, Estimate
from ..rules import Rules
from ..solver.policy import Policy
from ..solver.sampling import Worlds
from ..view import View
from .base import Choice, MoveEstimate
from .weights import BEGINNER, LIKELY, SENSIBLE

Tally = tuple[int, bool, int, float, float, float, float, float]


@lru_cache(maxsize=64)
def beginner(rules: Rules) -> Policy:
    """The model of a greedy player for a game: what the published players use for playouts."""
    return Policy(rules, BEGINNER)


@lru_cache(maxsize=64)
def sensible(rules: Rules) -> Policy:
    """The model of a sensible player for a game."""
    return Policy(rules, SENSIBLE)


@lru_cache(maxsize=64)
def believed(rules: Rules) -> Policy:
    """The model of how the others play, for beliefs."""
    return Policy(rules, LIKELY)


def worlds_of(view: View) -> Worlds:
    """The worlds that the seat to move holds possible."""
    return Worlds(view.placeholder, view.hidden, bool(view.stock_hidden), view.history)


def estimates(view: View, tallies: Iterable[Tally]) -> list[MoveEstimate]:
    """The core's tallies, which are in the view of the seat to move, as estimates; in the same order."""
    two = view.rules.n_sides == 2
    found = []
    for card, takes, taken, n, mean, variance, won, drawn in tallies:
        points = Estimate.of(mean, variance, n)
        if two and view.side == 1:
            points = -points
        move = view.with_declaration(view.placeholder.move(card, takes, taken))
        found.append(MoveEstimate(move, points, Chance(won, n), Chance(drawn, n)))
    return found


def best_first(view: View, found: Sequence[MoveEstimate]) -> Choice:
    """The choice of the move with the best mean for the seat to move."""
    sign = -1 if view.rules.n_sides == 2 and view.side == 1 else 1
    ranked = sorted(found, key=lambda e: (-sign * e.points.mean, e.move))
    return Choice(ranked[0].move, tuple(ranked))


def most_visited(view: View, tallies: Iterable[Tally]) -> Choice:
    """The choice of the move that a tree search went through most."""
    found = sorted(estimates(view, tallies), key=lambda e: (-e.points.samples, e.move))
    return Choice(found[0].move, tuple(found))
