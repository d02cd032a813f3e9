"""What the piles are worth at the end of a deal: one function for each kind of item."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from .cards import RANKS, SUITS, Card
from .rules import CardItem, Majority, RunItem, TwinRules
from .won import Points, Won, picada_points, scopa_card_points, side_piles

Amount = TypeVar("Amount", int, tuple[int, ...])

# Doubled in the Venetian count, so that its halves stay whole numbers.
PRIMIERA = {
    "classic": {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10},
    "veneto": {"7": 14, "6": 12, "A": 11, "5": 10, "4": 8, "3": 6, "2": 4, "F": 1, "C": 1, "R": 1},
}


def leader(amounts: Sequence[Amount]) -> int | None:
    """The side that has strictly more than every other side; any number of sides (rules section 28)."""
    best = max(amounts)
    return amounts.index(best) if amounts.count(best) == 1 else None


def point_for(side: int | None, sides: int, points: int = 1) -> Points:
    return tuple(points if side == s else 0 for s in range(sides))


def majority(item: Majority, piles: Sequence[frozenset[Card]]) -> Points:
    """Most cards, or most of a suit or rank; tied at the top: nothing, or shared out."""
    kind, _, which = item.of.partition(":")
    held = [sum(kind == "cards" or which in c for c in pile) for pile in piles]
    best = max(held)
    tied = held.count(best)
    if best == 0 or best < (item.min or 0) or (tied > 1 and item.tie != "split"):
        return (0,) * len(piles)
    return tuple(item.points // tied if h == best else 0 for h in held)


def card_item(item: CardItem, pile: frozenset[Card]) -> int:
    return item.points if item.card in pile and (item.requires is None or item.requires in pile) else 0


def run_item(deck: str, item: RunItem, pile: frozenset[Card]) -> int:
    """Unbroken run from the ace, a point a card; too short is nothing."""
    length = 0
    for rank in RANKS[deck]:
        if rank + item.suit not in pile or length == item.max:
            break
        length += 1
    return length if length >= item.min else 0


def best_of_suits(values: str, pile: Collection[Card]) -> list[int]:
    """The best primiera card of each suit that is there."""
    table = PRIMIERA[values]
    best: dict[str, int] = {}
    for c in pile:
        best[c[1]] = max(best.get(c[1], 0), table[c[0]])
    return list(best.values())


def primiera_total(values: str, pile: Collection[Card]) -> int | None:
    """The primiera of a pile (Venetian: doubled); None if a suit is missing (rules section 24)."""
    best = best_of_suits(values, pile)
    return sum(best) if len(best) == len(SUITS) else None


def primiera(rules: TwinRules, piles: Sequence[frozenset[Card]]) -> Points:
    how = rules.primiera
    assert how is not None
    amounts: list[tuple[int, ...]]
    if how.mode == "count_lex":  # most sevens, then most sixes ...; suits do not matter
        amounts = [tuple(sum(c[0] == rank for c in pile) for rank in how.ranks) for pile in piles]
    elif rules.primiera_missing == "void":
        amounts = [(primiera_total(how.values, pile) or 0,) for pile in piles]
    else:
        bests = [best_of_suits(how.values, pile) for pile in piles]
        suits_first = rules.primiera_missing == "fewer_suits_lose"
        amounts = [(len(best) if suits_first else 0, sum(best)) for best in bests]
    return point_for(leader(amounts), len(piles))


def scuderia(rules: TwinRules, won: Won) -> Points:
    """Ponino: all four knights in one pile double the scope of the side."""
    knights = {"C" + suit for suit in SUITS}
    holders = {side for side, pile in zip(rules.pile_sides, won.piles, strict=True) if knights <= pile}
    return tuple(s * rules.scopa_points if side in holders else 0 for side, s in enumerate(won.scope))


def score(rules: TwinRules, won: Won) -> dict[str, Points]:
    """Every item of these rules and its points for each side."""
    piles = side_piles(rules, won.piles)
    items: dict[str, Points] = {"scope": tuple(n * rules.scopa_points for n in won.scope)}
    for most in rules.majorities:
        items["cards" if most.name == "carte" else most.name] = majority(most, piles)
    for single in rules.card_items:
        items[single.name] = tuple(
            # the price of a scopa made with this card stands instead of its own (rules section 11)
            0 if rules.scopa_card_replaces and single.card in made else card_item(single, pile)
            for pile, made in zip(piles, won.scopa_cards, strict=True)
        )
    if rules.primiera is not None:
        items["primiera"] = primiera(rules, piles)
    for group in rules.set_items:
        items[group.name] = tuple(group.points if group.cards <= pile else 0 for pile in piles)
    for run in rules.run_items:
        items[run.name] = tuple(run_item(rules.deck, run, pile) for pile in piles)
    if rules.scuderia != "off":
        items["scuderia"] = scuderia(rules, won)
    if rules.scopa_card_points:
        items["scopa_cards"] = scopa_card_points(rules, won.scopa_cards)
    if rules.picada_points:
        items["picada"] = picada_points(rules, won)
    if rules.declarations is not None:
        items["declarations"] = won.declared
    return items


def instant_winner(rules: TwinRules, piles: Sequence[frozenset[Card]]) -> int | None:
    """The side whose pile wins the match at once."""
    conditions = [needed & frozenset(rules.pack) for needed in rules.instant_win]
    for side, pile in enumerate(side_piles(rules, piles)):
        if any(needed <= pile for needed in conditions):
            return side
    return None
