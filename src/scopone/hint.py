"""Advice for the seat to move, with hidden hands: what each move is worth, and why, in traditional terms.

The values come from a player who searches. A reason is a rule of Chitarrella's that has a say here, tells
moves apart, and prefers the very move that the search found best: never one that the search contradicts.
"""

from __future__ import annotations

from dataclasses import dataclass

from .notation import Move
from .players import MoveEstimate, Player, Reason, make_player
from .players.advice import Rule
from .players.chitarrella import RULES
from .players.sight import Sight
from .view import View

ADVISER = "maestro"
MOST_REASONS = 3


@dataclass(frozen=True)
class Hint:
    """The valuation of every move, best first, and the reasons for the best.

    `alone` is true where only one move is legal: there is nothing to advise.
    """

    view: View
    best: Move
    estimates: tuple[MoveEstimate, ...]
    reasons: tuple[Reason, ...]

    @property
    def alone(self) -> bool:
        """Only one move is legal."""
        return len(self.view.legal_moves) == 1


def hint(view: View, seed: int = 0, adviser: Player | None = None) -> Hint:
    """A hint for the seat to move. The same view and seed give the same hint.

    `adviser` must be a player who values moves. Raises `ValueError` when the hand is over.
    """
    if not view.hand:
        raise ValueError("the hand is over: there is no move to advise")
    choice = (adviser or make_player(ADVISER)).choose(view, seed)
    return Hint(view, choice.move, choice.estimates, reasons_for(view, choice.move))


def reasons_for(view: View, move: Move) -> tuple[Reason, ...]:
    """The traditional rules that speak for a move, in the order of their weight."""
    sight = Sight(view)
    plain = next(m for m in sight.moves if m.card is move.card and m.captured == move.captured)
    return tuple(rule.reason for rule in RULES if _speaks_for(rule, sight, plain))[:MOST_REASONS]


def _speaks_for(rule: Rule, sight: Sight, move: Move) -> bool:
    if rule.laying and move.captured:
        return False
    kept = rule.best(sight, sight.moves)
    return len(kept) < len(sight.moves) and move in kept
