"""Moves and their notation: `7d`, `7dx3c4s`, and with a declaration `!tris:7d`."""

from __future__ import annotations

from typing import NamedTuple

from .cards import Card, CardError, read_cards, shown, write_cards

MAX_MOVE = 200  # no move's text comes near this


class NotationError(ValueError):
    """A text that is no move or no position."""


class Declaration(NamedTuple):
    """What a player announces on a full hand: its name, and the rank that the wild card stands for where it
    keeps it. Written `!tris`, `!buona=A`; without a name `!`, which means whatever there is to declare."""

    name: str
    wild_as: str | None = None

    def __str__(self) -> str:
        return f"!{self.name}" + (f"={self.wild_as}" if self.wild_as else "")


class Move(NamedTuple):
    """A card played and the table cards it captures (none: it is laid, or an ace takes itself).

    A declaration is made with the first card of a hand: it is part of that move.
    """

    card: Card
    captured: tuple[Card, ...] = ()
    declared: Declaration | None = None

    def __str__(self) -> str:
        play = f"{self.card}x{write_cards(self.captured)}" if self.captured else str(self.card)
        if self.declared is None:
            return play
        return f"{self.declared}:{play}" if self.declared.name else f"!{play}"

    def __repr__(self) -> str:
        return f"Move.parse('{self}')"

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from its text, in any case and with the captured cards in any order.

        >>> Move.parse("RDx4SAc5b")
        Move.parse('RdxAc4s5b')
        >>> Move.parse("!tris:7d").declared
        Declaration(name='tris', wild_as=None)

        Whether it is legal, only a position can say. Raises `NotationError`.
        """
        if not isinstance(text, str) or len(text) > MAX_MOVE:
            raise NotationError(f"no move: {shown(text)}")
        declared, play = None, text
        if text.startswith("!"):
            said, colon, play = text[1:].partition(":")
            name, _, wild = said.partition("=")
            if colon:
                declared = Declaration(name.lower(), wild.upper() or None)
            else:
                declared, play = Declaration(""), text[1:]
        head, cross, tail = play.partition("x") if "x" in play else play.partition("X")
        try:
            card = Card(head)
            captured = tuple(sorted(read_cards(tail))) if cross else ()
        except CardError as error:
            raise NotationError(f"no move: {shown(text)}: {error}") from None
        if cross and (not captured or len(set(captured)) != len(captured)):
            raise NotationError(f"no move: {shown(text)}: what is captured is missing or named twice")
        return cls(card, captured, declared)

    def is_meant_by(self, other: Move) -> bool:
        """`other` may be short for this move: without the captured cards, or with less of the declaration."""
        if other.card is not self.card or other.captured not in ((), self.captured):
            return False
        if other.declared is None or self.declared is None:
            return other.declared is self.declared
        said, mine = other.declared, self.declared
        return said.name in ("", mine.name) and said.wild_as in (None, mine.wild_as)
