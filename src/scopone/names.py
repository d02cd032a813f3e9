"""Cards, suits and ranks in full, in Italian and English."""

from __future__ import annotations

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
