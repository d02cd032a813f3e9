"""What has been won so far: piles, scope and the signed points that some variants give during play."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from .capture import Outcome
from .cards import Card
from .rules import TwinRules

Points = tuple[int, ...]


class Won(NamedTuple):
    """Everything that earns points."""

    piles: tuple[frozenset[Card], ...]  # one a side, or one a seat where the rules need it
    scope: Points  # the rest: one entry a side
    picada: Points  # how often
    scopa_cards: tuple[frozenset[Card], ...]  # cards that made a scopa with a price of its own
    declared: Points


def nothing_won(rules: TwinRules) -> Won:
    zero, none = (0,) * rules.side_count, (frozenset[Card](),)
    return Won(none * len(rules.pile_sides), zero, zero, none * rules.side_count, zero)


def credit(rules: TwinRules, won: Won, seat: int, outcome: Outcome) -> Won:
    """Add what a move won to the pile and the side of its player."""
    pile, side = rules.pile_of(seat), rules.side_of[seat]
    made = frozenset[Card]() if outcome.scopa_card is None else frozenset((outcome.scopa_card,))
    return Won(
        piles=tuple(cards | outcome.won if i == pile else cards for i, cards in enumerate(won.piles)),
        scope=tuple(n + outcome.scope if i == side else n for i, n in enumerate(won.scope)),
        picada=tuple(n + outcome.picada if i == side else n for i, n in enumerate(won.picada)),
        scopa_cards=tuple(cards | made if i == side else cards for i, cards in enumerate(won.scopa_cards)),
        declared=won.declared,
    )


def side_piles(rules: TwinRules, piles: Sequence[frozenset[Card]]) -> tuple[frozenset[Card], ...]:
    """Partners' piles put together."""
    together = [frozenset[Card]()] * rules.side_count
    for side, pile in zip(rules.pile_sides, piles, strict=True):
        together[side] |= pile
    return tuple(together)


def scopa_card_points(rules: TwinRules, made: Sequence[frozenset[Card]]) -> Points:
    """What the scope made with priced cards come to (Maresciallo)."""
    return tuple(sum(points for c, points in rules.scopa_card_points if c in cards) for cards in made)


def picada_points(rules: TwinRules, won: Won) -> Points:
    return tuple(n * rules.picada_points for n in won.picada)


def extra_points(rules: TwinRules, won: Won) -> Points:
    """The signed points in parentheses after a side's scope."""
    parts = picada_points(rules, won), scopa_card_points(rules, won.scopa_cards), won.declared
    return tuple(map(sum, zip(*parts, strict=True)))


def with_extra(rules: TwinRules, won: Won, extra: Points) -> Won:
    """Read those points back. No preset has two sources of them, so it is clear what they are for."""
    if not any(extra):
        return won
    if rules.scopa_card_points:
        pairs = zip(won.piles, extra, strict=True)
        return won._replace(scopa_cards=tuple(cards_for(rules, pile, points) for pile, points in pairs))
    if rules.picada_points:
        return won._replace(picada=tuple(points // rules.picada_points for points in extra))
    return won._replace(declared=extra)


def cards_for(rules: TwinRules, pile: frozenset[Card], points: int) -> frozenset[Card]:
    """The priced cards of a pile that make these points."""
    priced = [c for c, _ in rules.scopa_card_points if c in pile]
    for size in range(len(priced) + 1):
        for some in combinations(priced, size):
            if scopa_card_points(rules, [frozenset(some)]) == (points,):
                return frozenset(some)
    raise ValueError(f"no scopa of these cards is worth {points}")
