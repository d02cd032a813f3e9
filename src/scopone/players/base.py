"""What a player is: something that gets a view and a seed and answers with a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import ClassVar

from ..estimate import Chance, Estimate
from ..notation import Move
from ..view import View
from .reasons import ITALIAN


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """What a player thinks of a move.

    points   of the whole deal: side 0 minus side 1; where there are more sides, of the side to move minus the
             best other
    win      chance that the side to move makes more points in this deal than any other side
    draw     chance that it makes as many as the best other side
    """

    move: Move
    points: Estimate
    win: Chance
    draw: Chance


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move: the rule's name, what it says, and who teaches it."""

    rule: str
    says: str
    source: str

    def __str__(self) -> str:
        return self.says

    def in_words(self, language: str = "en") -> str:
        """What the rule says, in `it` or `en`."""
        return ITALIAN[self.rule] if language == "it" else self.says


@dataclass(frozen=True, slots=True)
class Choice:
    """A move with what led to it: the valuation of every move, best first, and the rules that decided."""

    move: Move
    estimates: tuple[MoveEstimate, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Player(ABC):
    """A player. It remembers nothing from one move to the next: the same view and seed give the same choice.

    Options are dataclass fields of type int or float, with defaults; `spec` writes them: `pimc:worlds=200`.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    sees_all: ClassVar[bool] = False  # gets an OpenView: it cheats, and says so

    @abstractmethod
    def choose(self, view: View, seed: int) -> Choice:
        """A legal move for the seat to move. `view` must have one."""

    @property
    def spec(self) -> str:
        """The text that makes this player: options that differ from the default."""
        options = [
            f"{f.name}={getattr(self, f.name)}" for f in fields(self) if getattr(self, f.name) != f.default
        ]
        return ":".join([self.name, ",".join(options)]) if options else self.name

    def __str__(self) -> str:
        return self.spec
