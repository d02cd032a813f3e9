"""Ending classes: what a player who counts the cards knows of a position, and nothing more."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

from ..cards import Card
from ..position import Position
from ..rules import Rules
from ..solver.layouts import Layouts
from ..solver.past import Pasts
from ..view import View

SUFFIX = ".table"


class TableError(ValueError):
    """A file that is no table, is damaged or belongs to another version; a position that is not in a table."""


@dataclass(frozen=True)
class Ending:
    """A class of positions: the rules, the cards still to be played, the table, who plays, and what of the captured
    cards still matters. How the cards lie in the hands and in the stock is left open.

    position    one position of the class: only what is public of it counts
    """

    position: Position

    @classmethod
    def of(cls, position: Position | View) -> Self:
        """The class that a position or a view belongs to. Raises `ValueError` for games without two sides in turn,
        and when the hand is over."""
        p = position.placeholder if isinstance(position, View) else position
        if p.is_over:
            raise ValueError("the hand is over: there is nothing to put in a table")
        pasts(p.rules)
        return cls(p)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.position.rules

    @cached_property
    def key(self) -> bytes:
        """Tells the class from all others of the same rules."""
        return pasts(self.rules).identify(self.position)[0]

    @cached_property
    def layouts(self) -> Layouts:
        """The ways in which the cards can lie, numbered. Raises `OverflowError` if there are 2^32 or more."""
        return Layouts(self.position)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards still to be played, the stock included, in card order."""
        p = self.position
        return tuple(sorted(c for group in (*p.hands, p.stock) for c in group))

    @property
    def statistic(self) -> dict[str, int]:
        """What of the captured cards still matters: see `Pasts.statistic`."""
        return pasts(self.rules).statistic(self.position)

    @property
    def last_side(self) -> int | None:
        """The side that captured last."""
        last = self.position.last_capturer
        return None if last is None else self.rules.sides[last]

    @property
    def name(self) -> str:
        """The name of its file: the game, the number of cards, and a digest of rules and key."""
        return name_of(self.rules, self.position.cards_left, self.key)

    def deal(self, number: int) -> Position:
        """The position of the class with the cards lying as in a layout. Raises `IndexError`."""
        p = self.position
        masks = self.layouts.hands(number)
        hands = [p.cards_of(mask) for mask in masks[: p.rules.players]]
        stock = [c for mask in masks[p.rules.players :] for c in p.cards_of(mask)]
        return Position.make(
            p.rules, hands, p.table, p.piles, p.scope, p.bonus, p.turn, p.last_capturer, p.last_laid, stock
        )


@lru_cache(maxsize=64)
def pasts(rules: Rules) -> Pasts:
    """Tells what matters of pasts under these rules. Raises `ValueError` for games without two sides in turn."""
    return Pasts(Position.deal(rules, 0))


def name_of(rules: Rules, cards_left: int, key: bytes) -> str:
    """See `Ending.name`."""
    digest = hashlib.blake2b(str(rules).encode() + b" " + key, digest_size=8).hexdigest()
    return f"{rules.name}-{cards_left}-{digest}{SUFFIX}"
