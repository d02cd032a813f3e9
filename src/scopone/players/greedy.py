"""The beginner: takes what is worth most, scopa first, and leaves nothing to be swept."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ..view import View
from .advice import Rule, always, decide
from .base import Choice, Player
from .sight import Sight

BEGINNER = "beginner's advice"

SCOPA = Rule("scopa", BEGINNER, "A scopa is a point: take it.", always, lambda s, m: s.sweeps(m))
NO_GIFT = Rule(
    "no gift",
    BEGINNER,
    "Do not leave a table that a card still out can sweep.",
    always,
    lambda s, m: not any(s.unseen(rank) for rank in s.sweepers(s.after(m))),
)
RICHEST = Rule(
    "richest capture", BEGINNER, "Take the capture that is worth most.", always, lambda s, m: s.gain(m)
)
CHEAPEST = Rule(
    "cheapest card", BEGINNER, "If nothing can be taken, lay the cheapest card.", always,
    lambda s, m: 0.0 if m.captured else -s.worth(m.card),
    laying=True,
)  # fmt: skip

RULES = (SCOPA, NO_GIFT, RICHEST, CHEAPEST)


@dataclass(frozen=True)
class Greedy(Player):
    """Scopa, safety, the richest capture, the cheapest card: in this order.

    slips   chance of any legal move in its place, as of one who does not look
    """

    name: ClassVar[str] = "greedy"
    about: ClassVar[str] = "takes what is worth most now"

    slips: float = 0.0

    def choose(self, view: View, seed: int) -> Choice:
        if self.slips:
            chance = Random(seed)
            if chance.random() < self.slips:
                return Choice(chance.choice(view.legal_moves))
        return decide(RULES, Sight(view))
