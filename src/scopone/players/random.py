"""The player who makes any legal move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ..view import View
from .base import Choice, Player


@dataclass(frozen=True)
class RandomPlayer(Player):
    """Any legal move, all equally likely."""

    name: ClassVar[str] = "random"
    about: ClassVar[str] = "any legal move"

    def choose(self, view: View, seed: int) -> Choice:
        return Choice(Random(seed).choice(view.legal_moves))
