"""Marks: how well a seat or a side played a hand, from 0 to 100."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..solution import Bounds

if TYPE_CHECKING:
    from .review import MoveReview


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark with what it rests on.

    score      100: every move was the judge's best; 0: no better than cards chosen blindly, which would have cost
               as much; None where no move mattered
    choices    moves with more than one legal one
    fair_cost  points lost in all, given what could be known
    open_cost  points lost in all with open cards: bounds; None where they are not known
    verdicts   how often each verdict was given, by its name
    """

    score: int | None
    choices: int
    fair_cost: float
    open_cost: Bounds | None
    verdicts: Mapping[str, int]


def mark_of(moves: Iterable[MoveReview]) -> Mark:
    """The mark for some moves: one minus the share of the cost of blind play that they cost, in per cent."""
    moves = list(moves)
    cost = sum(m.fair.cost for m in moves)
    blind = sum(m.fair.blind for m in moves)
    opened: Bounds | None = Bounds(0, 0)
    for m in moves:
        if m.open_cost is None or opened is None:
            opened = None
        else:
            opened = Bounds(opened.lower + m.open_cost.lower, opened.upper + m.open_cost.upper)
    return Mark(
        None if blind == 0 else max(0, round(100 * (1 - cost / blind))),
        sum(not m.fair.only for m in moves),
        cost,
        opened if moves else None,
        Counter(m.verdict.name for m in moves),
    )
