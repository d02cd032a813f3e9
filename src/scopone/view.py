"""What one seat knows: its own hand and everything public, never a hidden card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from .cards import Card, pack
from .notation import Fields, Hidden, Move, NotationError, read_fields, write_fields
from .position import Position
from .rules import Rules

Hand = tuple[Card, ...] | Hidden


@dataclass(frozen=True)
class View:
    """What the seat to move knows: a position in which the other hands and the stock are only sizes.

    hands     one a seat: the cards of `turn`, `Hidden(count)` for the others (or cards, if they lie open)
    history   the moves played since the deal, the oldest first; shorter if the beginning is not known
    shown     declared cards still in hands; `wild_as` is the rank that the wild one among them stands for
    """

    rules: Rules
    turn: int
    hands: tuple[Hand, ...]
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    scope: tuple[int, ...]
    bonus: tuple[int, ...]
    last_capturer: int | None
    last_laid: Card | None
    stock: Hand
    history: tuple[Move, ...] = ()
    shown: tuple[Card, ...] = ()
    wild_as: str | None = None

    @classmethod
    def of(cls, position: Position, history: Sequence[Move] = ()) -> Self:
        """What the seat to move sees of a position: declared hands and open last handfuls, too."""
        hands = tuple(
            h if seat == position.turn or h == known else Hidden(len(h))
            for seat, (h, known) in enumerate(zip(position.hands, position.revealed, strict=True))
        )
        return cls(
            position.rules, position.turn, hands, position.table, position.piles, position.scope,
            position.bonus, position.last_capturer, position.last_laid, Hidden(len(position.stock)),
            tuple(history), position.shown, position.wild_as,
        )  # fmt: skip

    @classmethod
    def parse(cls, text: str, history: Sequence[Move] = ()) -> Self:
        """Reads a position line, usually with hidden hands (`?10`).

        A hand that the line shows is taken as lying open. Raises `NotationError` for bad text, and where the
        hand of the seat to move is hidden.
        """
        f = read_fields(text)
        if isinstance(f.hands[f.turn], Hidden):
            raise NotationError(f"hands: the hand of seat {f.turn}, which is to move, must be known")
        return cls(
            f.rules, f.turn, f.hands, f.table, f.piles, f.scope, f.bonus, f.last, f.laid, f.stock,
            tuple(history), f.shown, f.wild_as,
        )  # fmt: skip

    def __str__(self) -> str:
        stock = () if isinstance(self.stock, Hidden) and not self.stock.count else self.stock
        return write_fields(
            Fields(
                self.rules, self.hands, self.table, self.piles, self.scope, self.bonus, self.turn,
                self.last_capturer, self.last_laid, stock, self.shown, self.wild_as,
            )
        )  # fmt: skip

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat to move."""
        own = self.hands[self.turn]
        assert not isinstance(own, Hidden)
        return own

    @property
    def side(self) -> int:
        """The side of the seat to move."""
        return self.rules.sides[self.turn]

    @property
    def dealer(self) -> int:
        """The dealer's seat: the last to play."""
        return self.rules.players - 1

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        hand = self.hands[seat]
        return hand.count if isinstance(hand, Hidden) else len(hand)

    @property
    def hidden(self) -> tuple[bool, ...]:
        """For each seat whether its hand is hidden."""
        return tuple(isinstance(h, Hidden) for h in self.hands)

    @property
    def stock_hidden(self) -> bool:
        """Cards of the stock are hidden."""
        return isinstance(self.stock, Hidden) and self.stock.count > 0

    @property
    def stock_size(self) -> int:
        """How many cards are undealt."""
        return self.stock.count if isinstance(self.stock, Hidden) else len(self.stock)

    @property
    def is_duel(self) -> bool:
        """Two sides take turns: the exact solver can value it."""
        return self.rules.sides == tuple(seat % 2 for seat in range(self.rules.players))

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the seat sees nowhere, in card order."""
        known = {*self.table, *(c for pile in self.piles for c in pile)}
        for group in (*self.hands, self.stock):
            if not isinstance(group, Hidden):
                known.update(group)
        return tuple(c for c in pack(self.rules.deck) if c not in known)

    @cached_property
    def placeholder(self) -> Position:
        """A position in which the unseen cards are dealt out in card order: right in all that is public."""
        rest = iter(self.unseen)

        def filled(group: Hand) -> tuple[Card, ...]:
            return tuple(next(rest) for _ in range(group.count)) if isinstance(group, Hidden) else group

        hands = tuple(map(filled, self.hands))
        return Position.make(
            self.rules, hands, self.table, self.piles, self.scope, self.bonus, self.turn, self.last_capturer,
            self.last_laid, filled(self.stock), self.shown, self.wild_as,
        )  # fmt: skip

    def closed(self) -> Self:
        """The view with all hands but that of the seat to move, and the stock, hidden."""
        return replace(
            self,
            hands=tuple(
                h if seat == self.turn else Hidden(self.size(seat)) for seat, h in enumerate(self.hands)
            ),
            stock=Hidden(self.stock_size),
        )

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, in card order and then by captured cards: hidden cards have no say in them."""
        return tuple(self.placeholder.legal_moves)

    def with_declaration(self, move: Move) -> Move:
        """The legal move that plays as this one does and declares what gives most.

        Where nobody may keep silent a wild card has to play as another one: then any move with it will do.
        """
        same = [m for m in self.legal_moves if m.card is move.card and m.captured == move.captured]
        same = same or [m for m in self.legal_moves if m.card is move.card]
        if len(same) < 2:
            return same[0]
        return max(same, key=lambda m: self.placeholder.play(m).bonus[self.side])


@dataclass(frozen=True)
class OpenView(View):
    """The view of one who sees all cards."""

    position: Position | None = None

    @classmethod
    def of(cls, position: Position, history: Sequence[Move] = ()) -> Self:
        """The seat to move sees the whole position."""
        fair = View.of(position, history)
        return cls(**{name: getattr(fair, name) for name in View.__dataclass_fields__}, position=position)
