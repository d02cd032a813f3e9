"""What a move cost given what its player could know."""

from __future__ import annotations

from dataclasses import dataclass

from ..hint import reasons_for
from ..move import Move
from ..players import Reason
from ..view import View
from .judge import Judge


@dataclass(frozen=True, slots=True)
class FairCost:
    """The judge's opinion of a move. What is declared with it is not judged.

    best      the move that the judge holds best
    reasons   rules of play that speak for the best move
    cost      points by which the best move is worth more than the move made, at least 0
    low, high the 95 % interval of the cost, at least 0
    blind     the cost, on average, of a move chosen blindly among the legal ones
    only      there was only one legal move: nothing else is said of it
    """

    best: Move
    reasons: tuple[Reason, ...] = ()
    cost: float = 0.0
    low: float = 0.0
    high: float = 0.0
    blind: float = 0.0
    only: bool = False


def fair_cost(view: View, move: Move, judge: Judge | None = None, seed: int = 0) -> FairCost:
    """What a legal move of the seat to move costs. The same arguments give the same answer."""
    made = move._replace(declared=None)
    if len({m._replace(declared=None) for m in view.legal_moves}) == 1:
        return FairCost(made, only=True)
    opinion = (judge or Judge()).opinion(view, seed)
    best = opinion.best
    cost = opinion.difference(best, made)
    return FairCost(
        best,
        reasons_for(view, best),
        cost.mean,
        max(0.0, cost.low),
        max(0.0, cost.high),
        sum(opinion.mean(best) - opinion.mean(m) for m in opinion.worth) / len(opinion.worth),
    )
