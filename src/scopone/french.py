"""French-suited cards for Italian ones: `QD` for the knight of coins, in moves and positions too.

Hearts stand for cups, diamonds for coins, spades for swords, clubs for bastoni. Which courts or pips stand for
fante, cavallo and re is a mapping:

    fr40_court  J Q K (the eights, nines and tens are left out of the pack)
    fr40_pip    8 9 10 (the courts are left out)
    queen_low   Q J K: the queen is the eight, as in Tunisia
    fr52        the pack of 52: J Q K, and 8 9 10 are themselves

Texts are read in any case; a ten is `10` or `T`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .cards import Card, CardError, shown
from .rules import Rules

SUITS = {"D": "d", "H": "c", "S": "s", "C": "b"}
_PIPS = {rank: rank for rank in "A234567"}
MAPPINGS = {
    "fr40_court": {**_PIPS, "J": "F", "Q": "C", "K": "R"},
    "fr40_pip": {**_PIPS, "8": "F", "9": "C", "10": "R"},
    "queen_low": {**_PIPS, "Q": "F", "J": "C", "K": "R"},
    "fr52": {**_PIPS, "8": "8", "9": "9", "10": "T", "J": "F", "Q": "C", "K": "R"},
}
NAMES = {
    "it": (
        {"J": "fante", "Q": "donna", "K": "re", "A": "asso", "2": "due", "3": "tre", "4": "quattro",
         "5": "cinque", "6": "sei", "7": "sette", "8": "otto", "9": "nove", "10": "dieci"},
        "di",
        {"D": "quadri", "H": "cuori", "S": "picche", "C": "fiori"},
    ),
    "en": (
        {"J": "jack", "Q": "queen", "K": "king", "A": "ace", "2": "two", "3": "three", "4": "four",
         "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten"},
        "of",
        {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"},
    ),
}  # fmt: skip


def mapping_for(rules: Rules) -> str:
    """The mapping that a game is played with where French cards are used."""
    if rules.deck == "it52":
        return "fr52"
    return "queen_low" if rules.name == "chkobba" else "fr40_court"


def read_card(text: str, mapping: str = "fr40_court") -> Card:
    """The Italian card for a French one.

    >>> read_card("QD"), read_card("10h", "fr40_pip")
    (Card('Cd'), Card('Rc'))

    Raises `CardError` (a `ValueError`) for a text that is no card of that pack.
    """
    rank, suit = text[:-1].upper().replace("T", "10"), text[-1:].upper()
    if rank not in MAPPINGS[mapping] or suit not in SUITS:
        raise CardError(
            f"unknown card {shown(text)} (a rank of {' '.join(MAPPINGS[mapping])}, a suit of DHSC)"
        )
    return Card(MAPPINGS[mapping][rank] + SUITS[suit])


def write_card(card: Card, mapping: str = "fr40_court") -> str:
    """The French card for an Italian one.

    >>> write_card(Card("Cd")), write_card(Card("Fc"), "queen_low")
    ('QD', 'QH')

    Raises `CardError` for a card that the mapping's pack has not.
    """
    rank = next((french for french, italian in MAPPINGS[mapping].items() if italian == card.rank), None)
    if rank is None:
        raise CardError(f"{card} is not among the cards of {mapping}")
    return rank + next(french for french, italian in SUITS.items() if italian == card.suit)


def card_name(card: Card, language: str = "it", mapping: str = "fr40_court") -> str:
    """The name of the French card in full: `donna di quadri`, in English `queen of diamonds`."""
    ranks, of, suits = NAMES[language]
    text = write_card(card, mapping)
    return f"{ranks[text[:-1]]} {of} {suits[text[-1]]}"


_FRENCH = re.compile(r"(?:10|[A2-9TJQK])[DHSC]", re.ASCII | re.IGNORECASE)
_ITALIAN = re.compile(r"[A2-9TFCR][dcsb]", re.ASCII | re.IGNORECASE)


def from_french(text: str, mapping: str = "fr40_court") -> str:
    """A move, or a position line, with its French cards turned into Italian ones.

    >>> from_french("KDx6H4C")
    'Rdx6c4b'
    """
    return _each(text, _FRENCH, lambda card: str(read_card(card, mapping)))


def to_french(text: str, mapping: str = "fr40_court") -> str:
    """A move, or a position line, with its cards as French ones.

    >>> to_french("!tris:Rdx6c4b")
    '!tris:KDx6H4C'
    """
    return _each(text, _ITALIAN, lambda card: write_card(Card(card), mapping))


def _each(text: str, card: re.Pattern[str], turned: Callable[[str], str]) -> str:
    """Turns the runs of cards in a text; the rules of a position and the name of a declaration are none."""
    head, space, rest = text.partition(" ")
    if space:  # a position: its first field are the rules
        return head + space + " ".join(_run(field, card, turned) for field in rest.split(" "))
    said, colon, play = text.rpartition(":") if text.startswith("!") else ("", "", text)
    return said + colon + _run(play, card, turned)


def _run(text: str, card: re.Pattern[str], turned: Callable[[str], str]) -> str:
    return card.sub(lambda found: turned(found[0]), text)
