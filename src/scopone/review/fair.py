"""What a move cost given what its player could know."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from ..estimate import Z95, Estimate
from ..hint import ADVISER, hint
from ..move import Move
from ..players import MoveEstimate, Player, Reason, make_player
from ..view import View


@dataclass(frozen=True, slots=True)
class FairCost:
    """The adviser's opinion of a move. Points are the mover's side's: the more the better for it.

    best      the move that the adviser would have made
    reasons   for the best move
    value     what the move made is worth; None where it was the only one
    cost      the best move's value minus that of the move made, never below 0; 0 for the best move itself
    low, high the 95 % interval of the cost
    blind     the cost, on average, of a move chosen blindly among the legal ones
    only      there was only one legal move
    """

    best: Move
    reasons: tuple[Reason, ...]
    value: Estimate | None
    cost: float
    low: float
    high: float
    blind: float
    only: bool


def fair_cost(view: View, move: Move, adviser: Player | None = None, seed: int = 0) -> FairCost:
    """What a legal move of the seat to move costs. The same arguments give the same answer.

    `adviser` is a fair player who values moves. Raises `ValueError` for one that does not, or that sees all
    cards.
    """
    adviser = adviser or make_player(ADVISER)
    if len(view.legal_moves) == 1:
        return FairCost(move, (), None, 0.0, 0.0, 0.0, 0.0, only=True)
    found = hint(view, seed, adviser)
    if not found.estimates:
        raise ValueError(f"{adviser} does not value moves (maestro, ismcts and pimc do)")
    if adviser.sees_all:
        raise ValueError(f"{adviser} sees all cards: it cannot tell what a player could know")
    points = {_play(e): own_points(view, e) for e in found.estimates}
    best, own = points[found.best.card, found.best.captured], points[move.card, move.captured]
    costs = [max(0.0, best.mean - each.mean) for each in points.values()]
    blind = sum(costs) / len(costs)
    if own is best:
        return FairCost(found.best, found.reasons, own, 0.0, 0.0, 0.0, blind, only=False)
    cost = max(0.0, best.mean - own.mean)
    half = Z95 * hypot(best.error, own.error)
    low, high = max(0.0, best.mean - own.mean - half), max(0.0, best.mean - own.mean + half)
    return FairCost(found.best, found.reasons, own, cost, low, high, blind, only=False)


def own_points(view: View, estimate: MoveEstimate) -> Estimate:
    """An estimate's points as the side to move counts them."""
    two = view.rules.n_sides == 2
    return -estimate.points if two and view.side == 1 else estimate.points


def _play(estimate: MoveEstimate) -> tuple[object, ...]:
    """A move without what is declared with it: that is not judged."""
    return estimate.move.card, estimate.move.captured
