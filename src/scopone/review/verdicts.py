"""Which cost gets which verdict: the only place that says so."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ..solution import Bounds

if TYPE_CHECKING:
    from .fair import FairCost


class Verdict(NamedTuple):
    """A verdict on a move: its name, its sign after a move, and the fair cost in points that it goes up to."""

    name: str
    sign: str
    most: float


ONLY = Verdict("only", "", 0.0)  # there was no other legal move
BEST = Verdict("best", "", 0.05)
GOOD = Verdict("good", "", 0.25)
VERDICTS = (
    BEST,
    GOOD,
    Verdict("slip", "?!", 0.5),
    Verdict("mistake", "?", 1.0),
    Verdict("blunder", "??", inf),
)
"""The mildest first. A cost that may be nothing (its 95 % interval begins at 0) is never worse than good."""

UNLUCKY_FROM = 2
LUCKS = ("unlucky", "lucky")
"""unlucky: best or good, but proven to have cost `UNLUCKY_FROM` points or more with open cards.
lucky: a slip or worse, but proven to have cost nothing with open cards."""


def verdict_of(fair: FairCost) -> Verdict:
    """The verdict on a move, by its fair cost alone."""
    if fair.only:
        return ONLY
    found = next(v for v in VERDICTS if fair.cost <= v.most)
    if found not in (BEST, GOOD) and fair.low <= 0:
        return GOOD
    return found


def luck_of(verdict: Verdict, opened: Bounds | None) -> str:
    """`unlucky` or `lucky` where the open cost, which must be proven, contradicts the verdict; else nothing."""
    if opened is None or verdict is ONLY:
        return ""
    if verdict in (BEST, GOOD):
        return "unlucky" if opened.lower >= UNLUCKY_FROM else ""
    return "lucky" if opened.upper == 0 else ""
