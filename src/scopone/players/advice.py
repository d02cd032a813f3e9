"""Rules of play as data: a name, a source, a condition and a preference, and how a list of them decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..notation import Move
from .base import Choice, Reason
from .sight import Sight


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of play.

    name      a short name
    source    who teaches it
    says      the rule in one sentence, as a player would say it
    applies   whether the rule has a say in a situation
    prefers   a number for each move, the higher the better; moves that it holds equal are left to later rules
    laying    it speaks of the card laid only: it is no reason for a capture
    """

    name: str
    source: str
    says: str
    applies: Callable[[Sight], bool]
    prefers: Callable[[Sight, Move], float]
    laying: bool = False

    def best(self, sight: Sight, moves: Sequence[Move]) -> list[Move]:
        """The moves that the rule prefers among some: all of them if it has no say."""
        if not self.applies(sight):
            return list(moves)
        marks = [round(self.prefers(sight, m), 6) for m in moves]
        top = max(marks)
        return [m for m, mark in zip(moves, marks, strict=True) if mark == top]

    @property
    def reason(self) -> Reason:
        """The rule as a reason."""
        return Reason(self.name, self.says, self.source)


def decide(rules: Sequence[Rule], sight: Sight) -> Choice:
    """Each rule in turn keeps the moves that it prefers, until one is left; then the first one left.

    The reasons of the choice are the rules that left something out.
    """
    moves = list(sight.moves)
    reasons: list[Reason] = []
    for rule in rules:
        if len(moves) == 1:
            break
        kept = rule.best(sight, moves)
        if len(kept) < len(moves):
            reasons.append(rule.reason)
        moves = kept
    return Choice(sight.view.with_declaration(moves[0]), reasons=tuple(reasons))


def always(sight: Sight) -> bool:
    """The condition of a rule that always has a say."""
    return True
