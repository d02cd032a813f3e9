"""Cards of the twin: two-letter strings such as "7d", rank then suit, in canonical spelling."""

from collections.abc import Iterable
from functools import cache

Card = str

ORDER = "A23456789TFCR"  # the 40-card pack leaves out 8, 9 and T
SUITS = "dcsb"
PLACE = {rank + suit: (i, j) for i, rank in enumerate(ORDER) for j, suit in enumerate(SUITS)}
RANKS = {"it40": "A234567FCR", "it52": ORDER}
NUMBERS = {
    "it40": {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "F": 8, "C": 9, "R": 10},
    # Cicera: the courts have no number, they take only their own rank
    "it52": {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10},
}


def card(text: str) -> Card:
    """One card, any case, in canonical spelling."""
    found = text[0].upper() + text[1:].lower()
    if len(found) != 2 or found[0] not in ORDER or found[1] not in SUITS:
        raise ValueError(f"not a card: {text!r}")
    return found


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Card order: by rank, then d c s b."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


@cache
def pack(deck: str) -> tuple[Card, ...]:
    """The whole pack in card order."""
    return tuple(rank + suit for rank in RANKS[deck] for suit in SUITS)


def number(deck: str, c: Card) -> int | None:
    """What the card counts in sums; None for a card without a number."""
    return NUMBERS[deck].get(c[0])


def numbers(deck: str, cards: Iterable[Card]) -> int:
    """The total of cards that all have a number."""
    return sum(NUMBERS[deck][c[0]] for c in cards)


def show(cards: Iterable[Card]) -> str:
    """Cards run together as they come, `-` for none."""
    return "".join(cards) or "-"


def read(text: str) -> tuple[Card, ...]:
    """The opposite of `show`."""
    if text == "-":
        return ()
    return tuple(card(text[i : i + 2]) for i in range(0, len(text), 2))


def french(mapping: str, text: str) -> Card:
    """The Italian card that a French one stands for (rules section 25), for example "10H" or "QD"."""
    courts = {
        "fr40_court": {"J": "F", "Q": "C", "K": "R"},
        "fr40_pip": {"8": "F", "9": "C", "10": "R"},
        "queen_low": {"Q": "F", "J": "C", "K": "R"},
    }[mapping]
    rank, suit = text[:-1].upper(), text[-1].upper()
    return card(courts.get(rank, rank) + {"H": "c", "D": "d", "C": "b", "S": "s"}[suit])
