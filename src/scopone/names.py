"""Cards, suits, ranks and seats by their names, in Italian and English."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import SUIT_NAMES, Card

LANGUAGES = ("it", "en")

SUITS = {
    "it": SUIT_NAMES,
    "en": {"d": "coins", "c": "cups", "s": "swords", "b": "clubs"},
}
RANKS = {
    "it": {
        "A": "asso", "2": "due", "3": "tre", "4": "quattro", "5": "cinque", "6": "sei", "7": "sette",
        "8": "otto", "9": "nove", "T": "dieci", "F": "fante", "C": "cavallo", "R": "re",
    },
    "en": {
        "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
        "8": "eight", "9": "nine", "T": "ten", "F": "jack", "C": "knight", "R": "king",
    },
}  # fmt: skip
SEATS = {
    "it": ("Sud", "Sud-est", "Est", "Nord-est", "Nord", "Nord-ovest", "Ovest", "Sud-ovest"),
    "en": ("South", "South-east", "East", "North-east", "North", "North-west", "West", "South-west"),
}
_AROUND = {2: (0, 4), 3: (0, 2, 6), 4: (0, 2, 4, 6), 6: (0, 1, 3, 4, 5, 7)}  # in order of play
_OF = {"it": "di", "en": "of"}


def rank_name(rank: str, language: str = "it") -> str:
    """The name of a rank letter: `R` is `re`, in English `king`."""
    return RANKS[language][rank]


def suit_name(suit: str, language: str = "it") -> str:
    """The name of a suit letter: `d` is `denari`, in English `coins`."""
    return SUITS[language][suit]


def card_name(card: Card, language: str = "it") -> str:
    """The name of a card in full.

    >>> card_name(Card("7d")), card_name(Card("7d"), "en")
    ('sette di denari', 'seven of coins')
    """
    return f"{rank_name(card.rank, language)} {_OF[language]} {suit_name(card.suit, language)}"


def seat_name(seat: int, players: int = 4, language: str = "it") -> str:
    """The name of a seat: seat 0 sits in the South and play goes on to the East.

    >>> seat_name(1), seat_name(1, 2, "en")
    ('Est', 'North')
    """
    return SEATS[language][_AROUND[players][seat]]


def side_name(side: int, sides: Sequence[int], language: str = "it") -> str:
    """The name of a side by those who sit on it; `sides` tells the side of each seat, as in `Rules`.

    >>> side_name(1, (0, 1, 0, 1))
    'Est-Ovest'
    """
    seats = [seat_name(seat, len(sides), language) for seat, own in enumerate(sides) if own == side]
    return ("/" if any("-" in name for name in seats) else "-").join(seats)
