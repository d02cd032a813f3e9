"""Around the play: opening table, declarations, seats, and the end of the match."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from .cards import RANKS, Card, number, numbers
from .rules import Redeal, TwinRules
from .scoring import leader
from .won import Points

# Parlett's order for a match that is level (rules section 22); items of a variant come before the scope.
COUNT_ORDER = ("cards", "denari", "settebello", "primiera")


class Opening(NamedTuple):
    redeal: bool
    dealer_scope: int
    dealer_takes_table: bool


class Declaration(NamedTuple):
    name: str | None
    points: int
    wild_as: str | None  # the rank that a wild card stands for


def opening(rules: TwinRules, table: Sequence[Card]) -> Opening:
    """What the opening table calls for. The dealer's bonus comes before a redeal (rules section 9)."""
    totals = possible_totals(rules, table)
    bonus = max((scope for total, scope in rules.dealer_table_bonus if total in totals), default=0)
    if bonus:
        return Opening(redeal=False, dealer_scope=bonus, dealer_takes_table=True)
    redeal = any(calls_for_redeal(rules, rule, table) for rule in rules.redeal)
    return Opening(redeal=redeal, dealer_scope=0, dealer_takes_table=False)


def possible_totals(rules: TwinRules, table: Sequence[Card]) -> set[int]:
    """The total of the table; a wild card may count for any rank."""
    if not table or any(number(rules.deck, c) is None for c in table):
        return set()
    wild = rules.declarations.wild if rules.declarations else None
    if wild not in table:
        return {numbers(rules.deck, table)}
    rest = numbers(rules.deck, [c for c in table if c != wild])
    return {rest + numbers(rules.deck, [rank + "c"]) for rank in RANKS[rules.deck]}


def calls_for_redeal(rules: TwinRules, rule: Redeal, table: Sequence[Card]) -> bool:
    ranks = [c[0] for c in table]
    if rule.total_at_most is not None:
        return bool(table) and numbers(rules.deck, table) <= rule.total_at_most
    if rule.rank == "*":
        return any(ranks.count(rank) >= rule.at_least for rank in ranks)
    return ranks.count(rule.rank or "") >= rule.at_least


def declaration(rules: TwinRules, hand: Collection[Card]) -> Declaration:
    """The declaration of a full hand that gives the most; a wild card is tried as every rank."""
    return max(all_declarations(rules, hand), key=lambda d: d.points, default=Declaration(None, 0, None))


def all_declarations(rules: TwinRules, hand: Collection[Card]) -> list[Declaration]:
    """What a full hand of three can declare, with the wild card as each rank for which there is something.

    The name is that of the best test passed, also where the points of all of them are added up.
    """
    how = rules.declarations
    if how is None or len(hand) != 3:
        return []
    found = []
    for rank in RANKS[rules.deck] if how.wild in hand else [None]:
        cards = [c if rank is None or c != how.wild else rank + c[1] for c in hand]
        passed = [(points, name) for name, test, points in how.items if passes(rules, test, cards)]
        if passed:
            most, name = max(passed, key=lambda one: one[0])
            total = sum(points for points, _ in passed)
            found.append(Declaration(name, total if how.stack == "sum" else most, rank))
    return found


def offered_declarations(rules: TwinRules, hand: Collection[Card]) -> list[Declaration]:
    """Those among which the player may choose. The rank of the wild card matters only if it keeps it."""
    how = rules.declarations
    found = all_declarations(rules, hand)
    if how is None or not found:
        return []
    best = declaration(rules, hand)
    if how.wild_keeps_value == "no":
        return [best._replace(wild_as=None)]
    return [d for d in found if d.points == best.points] if how.mode == "automatic" else found


def passes(rules: TwinRules, test: str, hand: Collection[Card]) -> bool:
    kinds = len({c[0] for c in hand})
    low = numbers(rules.deck, hand) <= 9
    return {
        "three_equal": kinds == 1,
        "low": low,
        "low_all_different": low and kinds == 3,
        "low_with_pair": low and kinds < 3,
    }[test]


def open_handfuls(rules: TwinRules) -> list[int]:
    """The handfuls that are dealt face up, counted from one (Bazzica: the last)."""
    return [rules.handfuls] if rules.last_handful_open else []


def turn_order(rules: TwinRules, dealer: int) -> tuple[int, ...]:
    """Seats are numbered in order of play: the one after the dealer leads, the dealer plays last."""
    return tuple((dealer + 1 + i) % rules.players for i in range(rules.players))


def next_dealer(rules: TwinRules, dealer: int) -> int:
    """The next seat number is the right-hand neighbour where play runs anticlockwise."""
    step = 1 if (rules.dealer_rotation == "right") == (rules.direction == "anticlockwise") else -1
    return (dealer + step) % rules.players


def match_winner(
    rules: TwinRules,
    scores: Sequence[int],
    instant: int | None = None,
    last_deal: Mapping[str, Points] | None = None,
) -> int | None:
    """The side that has won the match after a deal has been counted, or None: play on."""
    if instant is not None:
        return instant
    needed = rules.target + (1 if rules.reach == "exceed" else 0)
    if max(scores) < needed:
        return None
    ahead = leader(scores)
    if ahead is None and rules.tie_break == "count_order" and last_deal is not None:
        return first_to_count(needed, scores, last_deal)
    return ahead


def first_to_count(needed: int, scores: Sequence[int], last_deal: Mapping[str, Points]) -> int | None:
    """Count the last deal again, item by item: who gets there first?"""
    middle = [name for name in last_deal if name not in COUNT_ORDER and name != "scope"]
    order = [name for name in (*COUNT_ORDER, *middle, "scope") if name in last_deal]
    counts = [list(scores)]
    for name in reversed(order):
        counts.insert(0, [have - got for have, got in zip(counts[0], last_deal[name], strict=True)])
    for before, after in pairwise(counts):
        if max(before) < needed <= max(after):
            return leader(after)
    return None
