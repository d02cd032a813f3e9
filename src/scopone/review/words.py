"""A review in words, Italian and English, and as data for pages and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..solution import Bounds
from .marks import Mark
from .review import MoveReview, Review

VERDICT_WORDS = {
    "it": {
        "only": "unica mossa", "best": "migliore", "good": "buona", "slip": "imprecisione", "mistake": "errore",
        "blunder": "errore grave", "unlucky": "sfortunata", "lucky": "fortunata",
    },
    "en": {
        "only": "only move", "best": "best", "good": "good", "slip": "slip", "mistake": "mistake",
        "blunder": "blunder", "unlucky": "unlucky", "lucky": "lucky",
    },
}  # fmt: skip

BARS = "▁▂▃▄▅▆▇█"
UNKNOWN = "·"


def verdict_words(name: str, language: str = "en") -> str:
    """A verdict, or a luck, in words: `slip` is `imprecisione`."""
    return VERDICT_WORDS[language][name]


def why(move: MoveReview, language: str = "en") -> list[str]:
    """The rules of play that speak for the better move; nothing where the best was played."""
    if move.fair.cost == 0:
        return []
    return [reason.in_words(language) for reason in move.fair.reasons]


def sparkline(values: Sequence[Bounds | None]) -> str:
    """The values along a hand as a row of bars, the lowest for side 1's best; a dot where none is proven.

    >>> sparkline([None, Bounds(0, 3), Bounds(2, 2), Bounds(-2, -2), Bounds(5, 5)])
    '··▅▁█'
    """
    known = [v.lower for v in values if v is not None and v.exact]
    if not known:
        return UNKNOWN * len(values)
    least, span = min(known), max(1, max(known) - min(known))
    return "".join(
        BARS[(v.lower - least) * (len(BARS) - 1) // span] if v is not None and v.exact else UNKNOWN
        for v in values
    )


def as_json(review: Review, language: str = "en") -> dict[str, Any]:
    """A review as a JSON object: costs in points, at least 0; values of the hand for side 0 minus side 1.

    Open costs and values are null where they are not exact; what is proven then stands beside them as bounds.
    """
    return {
        "rules": str(review.record.deal.rules),
        "deal": str(review.record.deal),
        "moves": [_move(m, language) for m in review.moves],
        "values": [None if v is None else v.value for v in review.values],
        "bounds": [_bounds(v) for v in review.values],
        "turning_points": list(review.turning_points),
        "marks": {str(seat): _mark(mark) for seat, mark in review.marks.items()},
        "side_marks": [_mark(review.side_mark(side)) for side in range(review.record.deal.rules.n_sides)],
    }


def _move(m: MoveReview, language: str) -> dict[str, Any]:
    return {
        "ply": m.ply,
        "seat": m.seat,
        "move": str(m.move),
        "best": str(m.fair.best),
        "open_best": None if m.open_best is None else str(m.open_best),
        "value": None if m.value is None else m.value.value,
        "open_cost": None if m.open_cost is None else m.open_cost.value,
        "open_bounds": _bounds(m.open_cost),
        "fair_cost": round(m.fair.cost, 4),
        "fair_ci": [round(m.fair.low, 4), round(m.fair.high, 4)],
        "verdict": m.said,
        "sign": m.verdict.sign,
        "why": why(m, language),
    }


def _bounds(bounds: Bounds | None) -> list[int] | None:
    return None if bounds is None else [bounds.lower, bounds.upper]


def _mark(mark: Mark) -> dict[str, Any]:
    return {
        "score": mark.score,
        "choices": mark.choices,
        "fair_cost": round(mark.fair_cost, 4),
        "open_cost": None if mark.open_cost is None else mark.open_cost.value,
        "open_bounds": _bounds(mark.open_cost),
        "verdicts": dict(mark.verdicts),
    }
