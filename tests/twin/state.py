"""The game itself: an immutable state, its moves, and the position line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import scoring
from .capture import Outcome, Spot, outcomes, playable, stage_of
from .cards import Card, card, in_order, read, show
from .deal import opening
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

    def choices(self) -> dict[str, tuple[Card, Outcome]]:
        """Every legal move, with the card it plays and what it does."""
        rules = self.rules
        spot = Spot(self.table, self.previous, stage_of(rules, self.cards_left))
        return {
            move: (played, outcome)
            for played in playable(rules, self.hands[self.turn], spot.stage)
            for move, outcome in outcomes(rules, played, spot).items()
        }

    def legal_moves(self) -> list[str]:
        return sorted(self.choices())

    def play(self, move: str) -> "Twin":
        """The state after a move in canonical spelling."""
        choices = self.choices()
        if move not in choices:
            raise ValueError(f"{move!r} is not legal here; legal: {' '.join(sorted(choices))}")
        played, outcome = choices[move]
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
        )
        if any(after.hands):
            return after
        return after.dealt() if after.stock else after.cleared()

    def cleared(self) -> "Twin":
        """The end: what lies on the table goes to the last capturer; it is no scopa (rules section 2)."""
        if self.last is None:
            return replace(self, previous=None)
        leftovers = Outcome(won=self.table, table=frozenset())
        won = credit(self.rules, self.won, self.last, leftovers)
        return replace(self, table=frozenset(), won=won, previous=None)

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
        hands, piles = ("/".join(show(in_order(s)) for s in sets) for sets in (self.hands, self.won.piles))
        scope = "-".join(
            f"{n}({extra:+d})" if extra else f"{n}"
            for n, extra in zip(self.scope, extra_points(self.rules, self.won), strict=True)
        )
        turn = f"{self.turn}:{'-' if self.last is None else self.last}"
        turn += f":{self.previous}" if self.previous else ""
        line = f"{self.rules} {hands} {show(in_order(self.table))} {piles} {scope} {turn}"
        return f"{line} {show(self.stock)}" if self.stock else line

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
        twin = cls(
            rules=rules,
            hands=tuple(frozenset(read(text)) for text in hands.split("/")),
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
