"""The game itself: an immutable state, its moves, and the position line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from . import scoring
from .capture import Outcome, Spot, outcomes, playable, stage_of
from .cards import Card, card, in_order, read, show
from .deal import Declaration, offered_declarations, opening
from .rules import TwinRules
from .won import Won, credit, extra_points, nothing_won, side_piles, with_extra

SCOPE = re.compile(r"(\d+)(?:\(([+-]?\d+)\))?")


@dataclass(frozen=True)
class Twin:
    """A deal at one moment. Seats are numbered in order of play, seat 0 leads, the last seat deals."""

    rules: TwinRules
    hands: tuple[frozenset[Card], ...]
    table: frozenset[Card]
    won: Won
    turn: int = 0
    last: int | None = None  # the seat that captured last
    stock: tuple[Card, ...] = ()
    previous: Card | None = None  # what the player before has laid; kept only where picada counts
    shown: frozenset[Card] = frozenset()  # cards in hands that have been declared
    wild_as: str | None = None  # the rank that the wild card among them was declared as

    @classmethod
    def start(cls, rules: TwinRules, deck: Sequence[str]) -> "Twin":
        """Deal from a pack in the given order: table, then the hands seat by seat, then the stock."""
        order = tuple(map(card, deck))
        if sorted(order) != sorted(rules.pack):
            raise ValueError("not the pack of these rules")
        table, rest = order[: rules.table], order[rules.table :]
        twin = cls(rules, (), frozenset(table), nothing_won(rules), stock=rest).dealt()
        called = opening(rules, table)
        if not called.dealer_takes_table:
            return twin
        dealer = rules.players - 1
        bonus = Outcome(won=frozenset(table), table=frozenset(), scope=called.dealer_scope)
        return replace(twin, won=credit(rules, twin.won, dealer, bonus), table=frozenset(), last=dealer)

    def dealt(self) -> "Twin":
        """The same with the next handful in the hands."""
        n = self.rules.hand
        hands = tuple(frozenset(self.stock[s * n : (s + 1) * n]) for s in range(self.rules.players))
        return replace(self, hands=hands, stock=self.stock[n * self.rules.players :])

    @property
    def piles(self) -> tuple[frozenset[Card], ...]:
        """What each side has captured."""
        return side_piles(self.rules, self.won.piles)

    @property
    def scope(self) -> tuple[int, ...]:
        return self.won.scope

    @property
    def cards_left(self) -> int:
        return sum(map(len, self.hands)) + len(self.stock)

    @property
    def is_over(self) -> bool:
        return self.cards_left == 0

    @cached_property
    def choices(self) -> dict[str, tuple[Card, Outcome]]:
        """Every legal move without a declaration, with the card it plays and what it does."""
        return self.plays(self.wild_as)

    def plays(self, wild_as: str | None) -> dict[str, tuple[Card, Outcome]]:
        """What the cards in hand can do if the wild one stands for a rank."""
        rules = self.rules
        spot = Spot(self.table, self.previous, stage_of(rules, self.cards_left))
        wild = rules.declarations.wild if rules.declarations else None
        return {
            move: (played, outcome)
            for played in playable(rules, self.hands[self.turn], spot.stage)
            for move, outcome in outcomes(rules, played, spot, wild_as if played == wild else None).items()
        }

    def said(self) -> dict[str, Declaration]:
        """What the player may declare as he plays his first card of the handful; what he writes for it."""
        return {
            f"!{d.name}={d.wild_as}:" if d.wild_as else f"!{d.name}:": d
            for d in offered_declarations(self.rules, self.hands[self.turn])
        }

    def legal_moves(self) -> list[str]:
        said = self.said()
        moves = [] if self.must_speak() else [*self.choices]
        for words, d in said.items():
            moves += [words + move for move in self.plays(d.wild_as)]
        return sorted(moves)

    def must_speak(self) -> bool:
        """There is something to declare, and the rules do not leave it to the player."""
        how = self.rules.declarations
        return how is not None and how.mode == "automatic" and bool(self.said())

    def declare(self, words: str) -> "Twin":
        """The state after a declaration: the hand is shown and its points are marked."""
        if words not in self.said():
            raise ValueError(f"{words!r} cannot be declared here")
        d = self.said()[words]
        side = self.rules.side_of[self.turn]
        declared = tuple(n + d.points if i == side else n for i, n in enumerate(self.won.declared))
        won = self.won._replace(declared=declared)
        return replace(
            self, won=won, shown=self.shown | self.hands[self.turn], wild_as=d.wild_as or self.wild_as
        )

    def play(self, move: str) -> "Twin":
        """The state after a move in canonical spelling."""
        words, colon, card_move = move.rpartition(":")
        if colon:
            return self.declare(words + colon).play_card(card_move)
        if self.must_speak():
            raise ValueError(f"{move!r} is not legal here without a declaration")
        return self.play_card(move)

    def play_card(self, move: str) -> "Twin":
        """The same for a move without a declaration."""
        if move not in self.choices:
            raise ValueError(f"{move!r} is not legal here; legal: {' '.join(sorted(self.choices))}")
        played, outcome = self.choices[move]
        seat = self.turn
        hands = tuple(hand - {played} if s == seat else hand for s, hand in enumerate(self.hands))
        laid = not outcome.won
        after = replace(
            self,
            hands=hands,
            table=outcome.table,
            won=credit(self.rules, self.won, seat, outcome),
            turn=(seat + 1) % self.rules.players,
            last=self.last if laid else seat,
            previous=played if laid and self.rules.picada_points else None,
            shown=self.shown - {played},
            wild_as=None
            if self.rules.declarations and played == self.rules.declarations.wild
            else self.wild_as,
        )
        if any(after.hands):
            return after
        return after.dealt() if after.stock else after.cleared()

    def cleared(self) -> "Twin":
        """The end: what lies on the table goes to the last capturer; it is no scopa (rules section 2)."""
        owner = self.last
        if self.rules.leftovers_to == "dealer" and self.table:
            owner = self.rules.players - 1
        if owner is None:
            return replace(self, previous=None)
        leftovers = Outcome(won=self.table, table=frozenset())
        won = credit(self.rules, self.won, owner, leftovers)
        return replace(self, table=frozenset(), won=won, last=owner, previous=None)

    def score(self) -> dict[str, tuple[int, ...]]:
        """Points of each side, item by item, counted as if the deal ended now."""
        return scoring.score(self.rules, self.won)

    def points(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(*self.score().values(), strict=True)))

    def value(self) -> int:
        """Side 0 minus side 1."""
        ours, theirs = self.points()
        return ours - theirs

    def instant_winner(self) -> int | None:
        return scoring.instant_winner(self.rules, self.won.piles)

    def __str__(self) -> str:
        hands = "/".join(show(in_order(hand)) + self.mark(hand) for hand in self.hands)
        piles = "/".join(show(in_order(pile)) for pile in self.won.piles)
        scope = "-".join(
            f"{n}({extra:+d})" if extra else f"{n}"
            for n, extra in zip(self.scope, extra_points(self.rules, self.won), strict=True)
        )
        turn = f"{self.turn}:{'-' if self.last is None else self.last}"
        turn += f":{self.previous}" if self.previous else ""
        line = f"{self.rules} {hands} {show(in_order(self.table))} {piles} {scope} {turn}"
        return f"{line} {show(self.stock)}" if self.stock else line

    def mark(self, hand: frozenset[Card]) -> str:
        """After a declared hand: `!`, and the rank of the wild card if it is still there and matters."""
        if not hand & self.shown:
            return ""
        how = self.rules.declarations
        return f"!{self.wild_as}" if self.wild_as and how and how.wild in hand else "!"

    @classmethod
    def parse(cls, line: str) -> "Twin":
        """Read a position line; it is taken to be a correct one."""
        name, hands, table, piles, scope, turn, *stock = line.split()
        rules = TwinRules.from_string(name)
        seat, last, *previous = turn.split(":")
        counts = [(int(n), int(extra or 0)) for n, extra in SCOPE.findall(scope)]
        won = nothing_won(rules)._replace(
            piles=tuple(frozenset(read(text)) for text in piles.split("/")),
            scope=tuple(n for n, _ in counts),
        )
        marked = [text.partition("!") for text in hands.split("/")]
        twin = cls(
            rules=rules,
            hands=tuple(frozenset(read(text)) for text, _, _ in marked),
            shown=frozenset(c for text, mark, _ in marked if mark for c in read(text)),
            wild_as=next((rank for _, _, rank in marked if rank), None),
            table=frozenset(read(table)),
            won=with_extra(rules, won, tuple(extra for _, extra in counts)),
            turn=int(seat),
            last=None if last == "-" else int(last),
            stock=read(stock[0]) if stock else (),
            previous=card(previous[0]) if previous else None,
        )
        if sorted(twin.all_cards()) != sorted(rules.pack):
            raise ValueError(f"not exactly the pack: {line}")
        return twin

    def all_cards(self) -> list[Card]:
        """Every card, wherever it is."""
        places = (*self.hands, self.table, *self.won.piles, self.stock)
        return [c for place in places for c in place]
