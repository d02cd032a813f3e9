"""What one card may do on a table: captures, laying, and what that scores at once (rules section 1)."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from .cards import Card, in_order, number, show
from .rules import TwinRules

# Where in the deal a card is played: the opening lead, the card that ends the deal, any other.
Stage = Literal["lead", "middle", "final"]
CardSet = tuple[Card, ...]


def stage_of(rules: TwinRules, cards_left: int) -> Stage:
    """By the number of cards in the hands and the stock, the next one included."""
    if cards_left == 1:
        return "final"
    return "lead" if cards_left == rules.cards_to_play else "middle"


def sets_with_total(rules: TwinRules, cards: CardSet, total: int) -> list[CardSet]:
    """All sets of numbered cards that count `total` together, each in the order they come in."""
    values = [(c, number(rules.deck, c)) for c in cards]
    usable = [(c, value) for c, value in values if value is not None and value <= total]
    sets: list[tuple[CardSet, int]] = [((), 0)]
    for c, value in usable:  # with and without each card
        sets += [((*some, c), so_far + value) for some, so_far in sets if so_far + value <= total]
    return [some for some, so_far in sets if so_far == total and some]


def ordinary_captures(rules: TwinRules, played: Card, table: Collection[Card]) -> list[CardSet]:
    """Steps 3 to 6 of the list of captures: everything but the ace sweep."""
    value = number(rules.deck, played)
    table = in_order(table)
    equal: list[CardSet] = []
    sums: list[CardSet] = []
    fifteens: list[CardSet] = []
    if "equal" in rules.capture_modes:
        equal = [(c,) for c in table if c[0] == played[0]]
    before_sums = equal and rules.single_priority in ("all", "same_value")
    before_all = equal and rules.single_priority == "all"
    if "sum" in rules.capture_modes and value is not None and not before_sums:
        sums = [some for some in sets_with_total(rules, table, value) if len(some) > 1]
    if "fifteen" in rules.capture_modes and value is not None and not before_all:
        fifteens = sets_with_total(rules, table, 15 - value)
    found = equal + sums + fifteens
    if rules.max_capture_cards is not None:
        found = [some for some in found if len(some) <= rules.max_capture_cards]
    if rules.fewest_cards and found:
        fewest = min(map(len, found))
        found = [some for some in found if len(some) == fewest]
    return found


def ace_sweeps(rules: TwinRules, played: Card, table: Collection[Card], stage: Stage) -> bool:
    """Step 2: does this ace take the whole table?"""
    if played[0] != "A" or not table or rules.ace_sweep == "off":
        return False
    if stage == "lead" and rules.ace_opening == "no_sweep":
        return False
    return rules.ace_sweep == "always" or not any(c[0] == "A" for c in table)


def captures(
    rules: TwinRules, played: Card, table: Collection[Card], stage: Stage = "middle"
) -> list[CardSet]:
    """The sets of table cards that the card may take."""
    if ace_sweeps(rules, played, table, stage):
        return [in_order(table)]
    return ordinary_captures(rules, played, table)


def may_be_laid(rules: TwinRules, found: Collection[CardSet]) -> bool:
    """Step 7: taking is compulsory for the card played, where the rules do not leave it free."""
    return not found or not rules.capture_compulsory


class Spot(NamedTuple):
    """All that decides what a card may do."""

    table: frozenset[Card]
    previous: Card | None  # the card that the player before has laid, where picada counts
    stage: Stage


class Outcome(NamedTuple):
    """What one move changes."""

    won: frozenset[Card]  # goes to the player's pile, the card played included; empty if it was laid
    table: frozenset[Card]
    scope: int = 0
    scopa_card: Card | None = None  # made a scopa that has its own price
    picada: int = 0


def capture_outcome(rules: TwinRules, played: Card, face: Card, taken: CardSet, spot: Spot) -> Outcome:
    """A capture, and the points it earns while playing. The card plays as if its face were the other one."""
    table, previous, stage = spot
    left = table - set(taken)
    swept = not left and (stage != "final" or rules.last_card_scopa == "counts")
    if swept and ace_sweeps(rules, face, table, stage) and not rules.ace_sweep_scopa:
        # an ace that takes a lone ace is an ordinary pair (rules section 6)
        swept = taken in ordinary_captures(rules, face, table)
    priced = swept and any(c == played for c, _ in rules.scopa_card_points)
    return Outcome(
        won=frozenset((played, *taken)),
        table=left,
        scope=int(swept and not (priced and rules.scopa_card_replaces)),
        scopa_card=played if priced else None,
        picada=int(previous is not None and taken == (previous,) and previous[0] == played[0]),
    )


def outcomes(rules: TwinRules, played: Card, spot: Spot, plays_as: str | None = None) -> dict[str, Outcome]:
    """Every legal way to play one card, by a wild one as some rank: move text -> what happens."""
    table = spot.table
    face = (plays_as or played[0]) + played[1]
    found = captures(rules, face, table, spot.stage)
    moves = {f"{played}x{show(taken)}": capture_outcome(rules, played, face, taken, spot) for taken in found}
    if may_be_laid(rules, found):
        if face[0] == "A" and not table and rules.ace_on_empty == "takes_itself":
            moves[played] = Outcome(won=frozenset((played,)), table=table)
        else:
            moves[played] = Outcome(won=frozenset(), table=table | {played})
    return moves


def playable(rules: TwinRules, hand: frozenset[Card], stage: Stage) -> frozenset[Card]:
    """The cards that may be chosen; "regola del vile": no ace as the first card, unless there is no other."""
    if stage == "lead" and rules.ace_opening == "forbidden":
        return frozenset(c for c in hand if c[0] != "A") or hand
    return hand
