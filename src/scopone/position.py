"""Positions: what lies where, whose turn it is, and what has been won so far."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from .cards import Card, pack, shown
from .move import Declaration, Move, NotationError
from .notation import Fields, Hidden, read_fields, write_fields
from .rules import Redeal, Rules
from .scoring import Score
from .solver.state import State

if TYPE_CHECKING:
    from .solver.state import Moves


class IllegalMove(ValueError):
    """A move that the position does not allow."""


class Position(State):
    """A position with all cards known: immutable, hashable, picklable."""

    __slots__ = ()

    def move(
        self, card: int, takes: bool, taken: int, declared: tuple[str, str | None] | None = None
    ) -> Move:
        """A `Move` from the core's numbers: the bit of the card played and the mask of what it takes, and the
        name of a declaration with the rank of the wild card."""
        if declared is None:
            return Move(self.compiled.cards[card], self.cards_of(taken))
        return Move(self.compiled.cards[card], self.cards_of(taken), Declaration(*declared))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a position line in which every card is known.

        Raises `NotationError` (a `ValueError`) that names the field, the column and what was found.
        """
        f = read_fields(text)
        hands = [hand for hand in f.hands if not isinstance(hand, Hidden)]
        if len(hands) < len(f.hands) or isinstance(f.stock, Hidden):
            where = "stock" if len(hands) == len(f.hands) else "hands"
            column = text.index("?") + 1
            raise NotationError(f"{where}, column {column}: hidden cards (?) where every card must be known")
        return cls.make(
            f.rules,
            hands,
            f.table,
            f.piles,
            f.scope,
            f.bonus,
            f.turn,
            f.last,
            f.laid,
            f.stock,
            f.shown,
            f.wild_as,
        )

    def __str__(self) -> str:
        return write_fields(
            Fields(
                self.rules, self.hands, self.table, self.piles, self.scope, self.bonus, self.turn,
                self.last_capturer, self.last_laid, self.stock, self.shown, self.wild_as,
            )
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Position.parse('{self}')"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from .svg import position_svg

        return position_svg(self, language="en")

    @classmethod
    def deal(cls, rules: Rules, seed: int) -> Self:
        """A random deal: the same for the same rules and seed, everywhere. Void deals are dealt again.

        `ValueError` for a negative seed.
        """
        if seed < 0:
            raise ValueError(f"seed {seed} is negative")
        cards = list(pack(rules.deck))
        rng = random.Random(seed)
        while True:
            rng.shuffle(cards)
            if not is_void(rules, cards[: rules.table]):
                return cls.from_pack(rules, cards)

    @classmethod
    def from_pack(cls, rules: Rules, cards: Sequence[Card]) -> Self:
        """The deal of a pack in this order: the table, the hand of seat 0, of seat 1 ..., then the stock.

        `ValueError` if it is not the whole pack.
        """
        if sorted(cards) != list(pack(rules.deck)):
            raise ValueError(f"a deal takes the whole pack of {len(pack(rules.deck))} cards once")
        table = tuple(cards[: rules.table])
        ends = [rules.table + rules.hand * (seat + 1) for seat in range(rules.players)]
        hands = [cards[end - rules.hand : end] for end in ends]
        scope = [0] * rules.n_sides
        piles: list[tuple[Card, ...]] = [()] * rules.n_piles
        last = None
        gained = dealer_scope(rules, table)
        if gained:
            last = rules.players - 1  # the dealer
            side = rules.sides[last]
            scope[side] = gained
            piles[last if rules.keeps_seat_piles else side] = table
            table = ()
        return cls.make(
            rules, hands, table, piles, scope, [0] * rules.n_sides, 0, last, None, cards[ends[-1] :]
        )

    def play(self, move: Move | str) -> Self:
        """The position after a move, given as a `Move` or as text.

        A bare card will do where it has exactly one legal meaning. Raises `IllegalMove` or `NotationError`,
        both `ValueError`; `TypeError` for what is neither.
        """
        if isinstance(move, str):
            move = self.read_move(move)
        elif not isinstance(move, Move):
            raise TypeError(f"{move!r} is no move")
        after: Self | None = self.after(move)
        if after is None:
            raise IllegalMove(self._why_illegal(move))
        return after

    def read_move(self, text: str) -> Move:
        """The legal move that a text means here. Raises `IllegalMove` or `NotationError`."""
        move = Move.parse(text)
        legal = self.legal_moves
        if move in legal:
            return move
        choices = [m for m in legal if m.is_meant_by(move)]
        if not choices and move.declared is None:  # where nobody may keep silent, it goes without saying
            choices = [m for m in legal if m.is_meant_by(move._replace(declared=Declaration("")))]
        if len(choices) == 1:
            return choices[0]
        if choices:
            raise IllegalMove(f"{move.card} has {len(choices)} meanings: {', '.join(map(str, choices))}")
        raise IllegalMove(self._why_illegal(move))

    def _why_illegal(self, move: Move) -> str:
        if self.is_over:
            return f"{move} cannot be played: the hand is over"
        if move.card not in self.hands[self.turn]:
            return f"{move} cannot be played: seat {self.turn} to move does not hold {move.card}"
        choices = [m for m in self.legal_moves if m.card is move.card]
        if not choices:
            return f"{move} cannot be played: the rules forbid {move.card} here"
        meant = ", ".join(map(str, choices))
        return f"{shown(str(move))} is not legal: {move.card} can only be played as {meant}"

    def score(self) -> Score:
        """The score of the piles as they lie: final when the hand is over."""
        return Score(self.score_table())

    @property
    def revealed(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in hands that everybody knows, for each seat: declared ones, and open last handfuls."""
        if self.rules.last_handful_open and not self.stock:
            return self.hands
        known = set(self.shown)
        return tuple(tuple(c for c in hand if c in known) for hand in self.hands)

    @property
    def declarations(self) -> dict[Declaration, int]:
        """What the seat to move may declare with this move, and the points that it gives."""
        return {Declaration(*said): points for said, points in self.offers}

    @property
    def instant_winner(self) -> int | None:
        """The side that has won the match at once with the cards it has taken, or None."""
        for wanted in self.rules.wins:
            for side in range(self.rules.n_sides):
                if wanted <= self.captured_by(side):
                    return side
        return None

    def captured_by(self, side: int) -> frozenset[Card]:
        """All cards that a side has captured."""
        return frozenset(
            c for i, pile in enumerate(self.piles) if self.rules.side_of_pile(i) == side for c in pile
        )

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> Moves[Move]: ...


def is_void(rules: Rules, table: Sequence[Card]) -> bool:
    """The opening table makes the deal void, so that the same dealer deals again."""
    if dealer_scope(rules, table):
        return False
    return any(_calls_for_redeal(rules, redeal, table) for redeal in rules.redeal)


def _calls_for_redeal(rules: Rules, redeal: Redeal, table: Sequence[Card]) -> bool:
    if redeal.total_at_most is not None:
        total = sum(rules.ranks.index(card.rank) + 1 for card in table)
        return len(table) > 0 and total <= redeal.total_at_most
    ranks = [card.rank for card in table]
    which = rules.ranks if redeal.rank == "*" else redeal.rank
    return max((ranks.count(rank) for rank in which), default=0) >= redeal.at_least


def dealer_scope(rules: Rules, table: Sequence[Card]) -> int:
    """The scope that the dealer marks, taking the table, for the total of the opening table (0: none)."""
    if not rules.dealer_table_bonus or not table:
        return 0
    wild = rules.declarations.wild if rules.declarations else None
    fixed = sum(rules.ranks.index(c.rank) + 1 for c in table if c is not wild)
    totals = {fixed + n for n in range(1, 11)} if wild in table else {fixed}
    return max((scope for total, scope in rules.dealer_table_bonus if total in totals), default=0)
