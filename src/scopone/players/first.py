"""The player who always makes the first legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..view import View
from .base import Choice, Player


@dataclass(frozen=True)
class FirstPlayer(Player):
    """The first legal move in card order."""

    name: ClassVar[str] = "first"
    about: ClassVar[str] = "the first legal move"

    def choose(self, view: View, seed: int) -> Choice:
        return Choice(view.legal_moves[0])
