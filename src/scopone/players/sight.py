"""What a traditional player reads off a view: worth, parity, who may sweep, what the others have shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from math import comb

from ..cards import PACKS, Card
from ..notation import Move
from ..view import View

SEVEN_PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}
FIGURE_PRIMIERA = 10


class Sight:
    """A view with the questions that the rules of play ask."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand = view.hand
        self.table = view.table
        self.moves = view.legal_moves
        self.ranks = view.rules.ranks

    # cards

    def value(self, card: Card) -> int:
        """The number of a card in sums; 0 for a court of the pack of 52, which has none."""
        rank = card.rank
        if self.ranks != PACKS["it40"] and rank in "FCR":
            return 0
        return self.ranks.index(rank) + 1

    def worth(self, card: Card) -> float:
        """Roughly the points that a captured card brings."""
        primiera = SEVEN_PRIMIERA.get(card.rank, FIGURE_PRIMIERA)
        points = sum(item.points for item in self.view.rules.card_items if item.card is card)
        denari = sum(m.points for m in self.view.rules.majorities if m.of == f"suit:{card.suit}")
        return 0.1 + 0.25 * denari + 0.9 * points + 0.35 * (primiera - 10) / 11

    def gain(self, move: Move) -> float:
        """The worth of what a move brings home; 0 for a card laid."""
        if not move.captured:
            return 0.0
        return self.worth(move.card) + sum(map(self.worth, move.captured))

    def held(self, rank: str) -> int:
        """How many cards of a rank the seat holds."""
        return self._held[rank]

    def unseen(self, rank: str) -> int:
        """How many cards of a rank are hidden."""
        return self._unseen[rank]

    def lying(self, rank: str) -> int:
        """How many cards of a rank lie on the table."""
        return sum(c.rank == rank for c in self.table)

    @cached_property
    def _held(self) -> Counter[str]:
        return Counter(c.rank for c in self.hand)

    @cached_property
    def _unseen(self) -> Counter[str]:
        return Counter(c.rank for c in self.view.unseen)

    # the table after a move

    def after(self, move: Move) -> tuple[Card, ...]:
        """The table after a move."""
        if move.captured:
            return tuple(c for c in self.table if c not in move.captured)
        return (*self.table, move.card)

    def sweeps(self, move: Move) -> bool:
        """The move is a scopa: it takes the whole table, and it is not the last card of the deal."""
        return bool(move.captured) and len(move.captured) == len(self.table) and not self.last_card

    @cached_property
    def last_card(self) -> bool:
        """The card about to be played is the last of the deal."""
        view = self.view
        return (
            not view.unseen
            and len(view.hand) == 1
            and all(view.size(seat) == 0 for seat in range(view.rules.players) if seat != view.turn)
        )

    def sweepers(self, table: Iterable[Card]) -> str:
        """The ranks that can take a whole table by one card: the equal one, or the total."""
        cards = tuple(table)
        modes = self.view.rules.capture_modes
        if not cards:
            return ""
        found = ""
        values = [self.value(c) for c in cards]
        total = sum(values) if all(values) else 99
        if len(cards) == 1 and "equal" in modes:
            found += cards[0].rank
        elif "sum" in modes and total <= 10 and self.view.rules.max_capture_cards is None:
            found += self.ranks[total - 1]
        if "fifteen" in modes and 5 <= total <= 14:
            found += self.ranks[14 - total]
        if self.view.rules.ace_sweep != "off" and self.view.rules.ace_sweep_scopa:
            found += "A"
        return found

    def risk(self, move: Move) -> float:
        """The chance, 0 to 1, that the next player holds a card that sweeps what the move leaves."""
        view = self.view
        following = (view.turn + 1) % view.rules.players
        size, hidden = view.size(following), len(view.unseen)
        if size == 0 or self.last_card:
            return 0.0
        out = sum(self.unseen(rank) for rank in set(self.sweepers(self.after(move))))
        return 1 - comb(hidden - out, size) / comb(hidden, size) if hidden else 0.0

    # parity

    @cached_property
    def unpaired(self) -> frozenset[str]:
        """The ranks of which an odd number is still in play, in hands or on the table."""
        taken = Counter(c.rank for pile in self.view.piles for c in pile)
        return frozenset(rank for rank in self.ranks if taken[rank] % 2)

    def unpaired_after(self, move: Move) -> frozenset[str]:
        """The unpaired ranks after a move."""
        if not move.captured:
            return self.unpaired
        moved = Counter(c.rank for c in (move.card, *move.captured))
        return self.unpaired ^ {rank for rank, n in moved.items() if n % 2}

    def is_spariglio(self, move: Move) -> bool:
        """A capture by sum."""
        return len(move.captured) > 1

    # the table round

    @property
    def dealers_side(self) -> bool:
        """The seat plays on the dealer's side."""
        return self.view.side == self.view.rules.sides[self.view.dealer]

    @property
    def leads(self) -> bool:
        """It is the first card of the deal."""
        return not self.view.history and not any(self.view.piles) and self.view.turn == 0

    @property
    def has_partner(self) -> bool:
        """Somebody else plays for the same side."""
        return self.view.rules.players > self.view.rules.n_sides

    @cached_property
    def laid_by(self) -> dict[Card, int]:
        """Who laid each card that lies on the table and was not dealt there, as far as the history tells."""
        view = self.view
        n = len(view.history)
        seats = ((view.turn - n + i) % view.rules.players for i in range(n))
        laid = {m.card: seat for seat, m in zip(seats, view.history, strict=True) if not m.captured}
        return {card: seat for card, seat in laid.items() if card in self.table}

    @cached_property
    def partners_cards(self) -> tuple[Card, ...]:
        """The cards on the table that a partner laid."""
        view = self.view
        return tuple(
            c for c, seat in self.laid_by.items() if seat != view.turn and view.rules.sides[seat] == view.side
        )

    def partners_last(self) -> tuple[Move, Move | None] | None:
        """The partner's latest move and what the opponent between did after it; None if it is not known."""
        view = self.view
        if view.rules.players != 4 or not self.has_partner or len(view.history) < 2:
            return None
        return view.history[-2], view.history[-1]
