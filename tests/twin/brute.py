"""Plain minimax over everything that can still happen, and random positions to try it on.

No pruning and no table of positions: the two dictionaries only remember answers of the rules (what a card
does on a table, what the cards won are worth), never the result of a search. Sets of cards are bits here,
because sets of strings would be several times slower.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from .capture import Spot, Stage, outcomes, playable, stage_of
from .cards import Card
from .deal import opening
from .rules import TwinRules
from .scoring import score
from .state import Twin
from .won import Won

Bits = int


class Step(NamedTuple):
    """An outcome in bits."""

    move: str
    card: Bits
    won: Bits
    table: Bits
    scope: int
    picada: int
    scopa_card: Bits
    previous: Bits


class Tally(NamedTuple):
    """What has been won, in bits; pairs are side 0 and side 1."""

    piles: tuple[Bits, ...]
    scope: tuple[int, ...]
    picada: tuple[int, ...]
    scopa_cards: tuple[Bits, ...]


class Node(NamedTuple):
    """A state in bits. The stock keeps its order."""

    hands: tuple[Bits, ...]
    table: Bits
    tally: Tally
    turn: int
    last: int | None
    stock: tuple[Bits, ...]
    previous: Bits
    cards_left: int


def plus(numbers: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    """A copy with one entry raised; on bits that are not yet there, adding is joining sets."""
    return (*numbers[:index], numbers[index] + more, *numbers[index + 1 :])


class Brute:
    """The search from one state."""

    def __init__(self, twin: Twin) -> None:
        rules = twin.rules
        if rules.side_count != 2:
            raise ValueError("a value needs two sides")
        self.rules = rules
        self.side_of = rules.side_of
        self.pile_of = tuple(rules.pile_of(seat) for seat in range(rules.players))
        self.bit = {c: 1 << i for i, c in enumerate(rules.pack)}
        self.card = {bit: c for c, bit in self.bit.items()}
        self.known_steps: dict[tuple[Bits, Bits, Bits, Stage], list[Step]] = {}
        self.known_worth: dict[Tally, int] = {}
        self.declared = twin.won.declared
        self.root = self.node(twin)

    def bits(self, cards: Iterable[Card]) -> Bits:
        return sum(self.bit[c] for c in cards)

    def cards(self, bits: Bits) -> frozenset[Card]:
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.card[lowest])
            bits ^= lowest
        return frozenset(found)

    def node(self, twin: Twin) -> Node:
        won = twin.won
        made = tuple(map(self.bits, won.scopa_cards))
        return Node(
            hands=tuple(map(self.bits, twin.hands)),
            table=self.bits(twin.table),
            tally=Tally(tuple(map(self.bits, won.piles)), won.scope, won.picada, made),
            turn=twin.turn,
            last=twin.last,
            stock=tuple(self.bit[c] for c in twin.stock),
            previous=self.bit[twin.previous] if twin.previous else 0,
            cards_left=twin.cards_left,
        )

    def worth(self, tally: Tally) -> int:
        """Side 0 minus side 1 of all items."""
        if tally not in self.known_worth:
            won = Won(
                piles=tuple(map(self.cards, tally.piles)),
                scope=tally.scope,
                picada=tally.picada,
                scopa_cards=tuple(map(self.cards, tally.scopa_cards)),
                declared=self.declared,
            )
            self.known_worth[tally] = sum(ours - theirs for ours, theirs in score(self.rules, won).values())
        return self.known_worth[tally]

    def steps(self, node: Node) -> list[Step]:
        """Every legal move."""
        hand = node.hands[node.turn]
        stage = stage_of(self.rules, node.cards_left)
        if stage == "lead":
            hand = self.bits(playable(self.rules, self.cards(hand), stage))
        found: list[Step] = []
        while hand:
            card = hand & -hand
            hand ^= card
            key = card, node.table, node.previous, stage
            if key not in self.known_steps:
                self.known_steps[key] = self.steps_of(*key)
            found += self.known_steps[key]
        return found

    def steps_of(self, card: Bits, table: Bits, previous: Bits, stage: Stage) -> list[Step]:
        """The legal moves of one card, from the rules."""
        spot = Spot(self.cards(table), self.card.get(previous), stage)
        return [
            Step(
                move,
                card,
                self.bits(o.won),
                self.bits(o.table),
                o.scope,
                o.picada,
                self.bit[o.scopa_card] if o.scopa_card else 0,
                card if self.rules.picada_points and not o.won else 0,
            )
            for move, o in outcomes(self.rules, self.card[card], spot).items()
        ]

    def after(self, node: Node, step: Step) -> Node:
        """The node that a step leads to; hands that are used up are filled from the stock."""
        seat, stock = node.turn, node.stock
        hands = plus(node.hands, seat, -step.card)
        if stock and not any(hands):
            n = self.rules.hand
            hands = tuple(sum(stock[s * n : (s + 1) * n]) for s in range(len(hands)))
            stock = stock[n * len(hands) :]
        return Node(
            hands,
            step.table,
            self.credit(node.tally, seat, step) if step.won else node.tally,
            (seat + 1) % len(hands),
            seat if step.won else node.last,
            stock,
            step.previous,
            node.cards_left - 1,
        )

    def credit(self, tally: Tally, seat: int, step: Step) -> Tally:
        piles, scope, picada, scopa_cards = tally
        side = self.side_of[seat]
        return Tally(
            plus(piles, self.pile_of[seat], step.won),
            plus(scope, side, step.scope) if step.scope else scope,
            plus(picada, side, step.picada) if step.picada else picada,
            plus(scopa_cards, side, step.scopa_card) if step.scopa_card else scopa_cards,
        )

    def value(self, node: Node) -> int:
        """Side 0 wants the most, side 1 the least."""
        if node.cards_left == 0:
            tally = node.tally
            owner = node.last
            if self.rules.leftovers_to == "dealer" and node.table:
                owner = len(node.hands) - 1
            if owner is not None:
                tally = tally._replace(piles=plus(tally.piles, self.pile_of[owner], node.table))
            return self.worth(tally)
        values = [self.value(self.after(node, step)) for step in self.steps(node)]
        return max(values) if self.side_of[node.turn] == 0 else min(values)


def brute_moves(twin: Twin) -> dict[str, int]:
    """The value of every legal move (of the whole hand, side 0 minus side 1)."""
    if twin.rules.declarations is not None:
        return {move: minimax(twin.play(move)) for move in twin.legal_moves()}
    brute = Brute(twin)
    return {step.move: brute.value(brute.after(brute.root, step)) for step in brute.steps(brute.root)}


def brute_value(twin: Twin) -> int:
    """The value with best play by both sides."""
    if twin.rules.declarations is not None:
        return minimax(twin)
    brute = Brute(twin)
    return brute.value(brute.root)


def minimax(twin: Twin) -> int:
    """The same on the game itself: slower, for games with declarations."""
    if twin.is_over:
        return twin.value()
    values = [minimax(twin.play(move)) for move in twin.legal_moves()]
    return max(values) if twin.rules.side_of[twin.turn] == 0 else min(values)


def random_position(rules: TwinRules, cards_per_hand: int, rng: Random) -> Twin:
    """Random moves from a random deal until each player has so many cards left, stock included."""
    deck = list(rules.pack)
    rng.shuffle(deck)
    while opening(rules, deck[: rules.table]).redeal:
        rng.shuffle(deck)
    twin = Twin.start(rules, deck)
    while twin.cards_left > cards_per_hand * rules.players:
        twin = twin.play(rng.choice(twin.legal_moves()))
    return twin
