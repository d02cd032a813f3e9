"""The trainer in the terminal: a verdict on each move, and a review when the deal is over."""

from __future__ import annotations

from dataclasses import dataclass

from ..move import Move
from ..record import Record
from ..review import fair_cost, review, verdict_of, verdict_words
from ..view import View
from .output import show
from .reviewed import blocks, fair_cost_text

SAY = {
    "it": {
        "on": "i giudizi si vedono dopo ogni mossa",
        "off": "i giudizi si vedono alla fine",
        "better": "meglio",
    },
    "en": {
        "on": "verdicts are shown after each move",
        "off": "verdicts are shown at the end",
        "better": "better",
    },
}


@dataclass
class Trainer:
    """Judges a person's moves by what the person can know. `at_once`: after each of them, not only at the end."""

    language: str
    at_once: bool = True

    def toggle(self) -> None:
        """Verdicts after each move, or not."""
        self.at_once = not self.at_once
        print(SAY[self.language]["on" if self.at_once else "off"])

    def judge(self, view: View, move: Move) -> None:
        """Says what a move is worth, if that is wanted."""
        if not self.at_once:
            return
        fair = fair_cost(view, move)
        verdict = verdict_of(fair)
        words = [
            f"  {move}{verdict.sign}  {verdict_words(verdict.name, self.language)}",
            fair_cost_text(fair),
        ]
        if verdict.sign:
            words.append(f"{SAY[self.language]['better']} {fair.best}")
            words += [reason.in_words(self.language) for reason in fair.reasons[:1]]
        print("  ".join(filter(None, words)))

    def look_back(self, record: Record, seat: int) -> None:
        """Shows the review of a deal for the seat where the person sat."""
        show(*blocks(review(record, seats={seat}), self.language))
