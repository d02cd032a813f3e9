"""The cards: a rank letter and a suit letter, `7d`, the settebello.

Ranks are `A 2 3 4 5 6 7 F C R` (ace to seven, fante, cavallo, re); the pack of 52 has `8 9 T` between
the seven and the fante. Suits are `d c s b` (denari, coppe, spade, bastoni). Cards are ordered by rank,
then by suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering

RANKS = "A23456789TFCR"
SUITS = "dcsb"
PACKS = {
    "it40": "A234567FCR",
    "it52": RANKS,
}
SUIT_NAMES = {"d": "denari", "c": "coppe", "s": "spade", "b": "bastoni"}


class CardError(ValueError):
    """A text that is no card. `column` counts from 0 within the text given."""

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(message)
        self.column = column


@total_ordering
class Card:
    """One card. There is one object for each card: compare with `is` or `==` as you like.

    >>> Card("7D")
    Card('7d')
    >>> Card("7d").rank, Card("7d").suit
    ('7', 'd')
    >>> Card("Rb") < Card("As")
    False

    Raises `CardError` (a `ValueError`) for anything that is not a rank letter and a suit letter.
    """

    __slots__ = ("order", "rank", "suit")

    rank: str
    suit: str
    order: int

    _all: dict[str, Card] = {}  # noqa: RUF012  (filled once below, then read only)

    def __new__(cls, text: str) -> Card:
        card = cls._all.get(text)
        if card is None and isinstance(text, str) and len(text) == 2:
            card = cls._all.get(text[0].upper() + text[1].lower())
        if card is None:
            raise CardError(f"unknown card {shown(text)} (a rank of A234567FCR and a suit of dcsb)")
        return card

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.order < other.order

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return self.order

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)


def _fill() -> None:
    for order, (rank, suit) in enumerate((r, s) for r in RANKS for s in SUITS):
        card = object.__new__(Card)
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "order", order)
        Card._all[rank + suit] = card


_fill()


def shown(text: object) -> str:
    """The text in quotes for an error message, cut to a length that fits a line."""
    quoted = ascii(text)
    return quoted if len(quoted) <= 24 else quoted[:20] + "..." + quoted[-1]


def pack(deck: str = "it40") -> tuple[Card, ...]:
    """All cards of a pack, in order."""
    return tuple(Card(r + s) for r in PACKS[deck] for s in SUITS)


def read_cards(text: str) -> Iterator[Card]:
    """The cards of a run such as `4s5bRd`. `-` or nothing is no card.

    Raises `CardError` with the column of the first text that is no card.
    """
    if text == "-":
        return
    for column in range(0, len(text), 2):
        try:
            yield Card(text[column : column + 2])
        except CardError as error:
            raise CardError(str(error), column) from None


def write_cards(cards: Iterable[Card]) -> str:
    """Cards run together in order, `-` for none."""
    return "".join(map(str, sorted(cards))) or "-"
