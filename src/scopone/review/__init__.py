"""Review of a played hand: what each move cost, with a verdict, turning points and marks.

A move has two costs, which are never mixed:

open cost   points lost with all cards seen: the value of the position before the move minus that after it, by the
            exact solver; proven bounds where a limit stopped it
fair cost   points lost given what the player could know: by how much another move was worth more on average, over
            worlds that fit all that was seen, with a 95 % interval

Verdicts and marks go by the fair cost alone; the open cost tells luck, turning points and the graph of the value.
"""

from .fair import FairCost, fair_cost
from .judge import Judge
from .marks import Mark, mark_of
from .review import DEFAULT_LIMIT, MoveReview, Review, review
from .verdicts import LUCKS, VERDICTS, Verdict, verdict_of
from .words import as_json, sparkline, verdict_words, why

__all__ = [
    "DEFAULT_LIMIT",
    "LUCKS",
    "VERDICTS",
    "FairCost",
    "Judge",
    "Mark",
    "MoveReview",
    "Review",
    "Verdict",
    "as_json",
    "fair_cost",
    "mark_of",
    "review",
    "sparkline",
    "verdict_of",
    "verdict_words",
    "why",
]
