"""Matches: deal after deal until a side has won, with the totals and the dealer moving on.

The players sit at places 0, 1, 2 ... numbered in order of play, and stay there. The seats of a position are
another thing: seat 0 is always the first to play and the last seat deals, so that with each new dealer every
place has another seat. Teams are the sides of places: team 0 has place 0.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from .position import Position
from .rules import Rules

# Parlett's order for a match that ends level; what else a game scores comes before the scope.
COUNT_ORDER = ("cards", "denari", "settebello", "primiera")


def next_dealer(rules: Rules, dealer: int) -> int:
    """The place of the next dealer: the neighbour on the dealer's right, or left (`dealer_rotation`).

    Places are numbered in order of play, so that the next number is the right-hand neighbour where play runs
    anticlockwise.
    """
    onwards = (rules.dealer_rotation == "right") == (rules.direction == "anticlockwise")
    return (dealer + (1 if onwards else -1)) % rules.players


def ahead(points: Sequence[int]) -> int | None:
    """The side with strictly more points than every other one, or None."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def match_winner(
    rules: Rules,
    totals: Sequence[int],
    instant: int | None = None,
    last_deal: Mapping[str, Sequence[int]] | None = None,
) -> int | None:
    """The side that has won a match after a deal has been counted; None: play on.

    totals     points of each side, those of the last deal included
    instant    the side that has won at once by the cards it took, or None
    last_deal  points of the last deal by item, as `Score` has them: needed for `tie_break` count_order
    """
    if instant is not None:
        return instant
    needed = rules.target + (rules.reach == "exceed")
    if max(totals) < needed:
        return None
    best = ahead(totals)
    if best is None and rules.tie_break == "count_order" and last_deal is not None:
        return _first_there(needed, totals, last_deal)
    return best


def _first_there(needed: int, totals: Sequence[int], deal: Mapping[str, Sequence[int]]) -> int | None:
    """Counts the last deal item by item: who has enough before the others?"""
    others = [item for item in deal if item not in (*COUNT_ORDER, "scope")]
    order = [item for item in (*COUNT_ORDER, *others, "scope") if item in deal]
    before = [total - sum(deal[item][side] for item in deal) for side, total in enumerate(totals)]
    if max(before) >= needed:  # it was level at the deal before, and is again
        return None
    for item in order:
        before = [have + more for have, more in zip(before, deal[item], strict=True)]
        if max(before) >= needed:
            return ahead(before)
    return None


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment, between two deals. Immutable: `after` gives the next one.

    dealer   the place of who deals next
    scores   the points of each team so far
    deals    how many deals have been counted
    winner   the team that has won, or None while the match goes on
    """

    rules: Rules
    dealer: int
    scores: tuple[int, ...]
    deals: int = 0
    winner: int | None = None

    @classmethod
    def start(cls, rules: Rules, dealer: int | None = None) -> Self:
        """A match in which the last place deals first, or another one. `ValueError` for a place nobody has."""
        dealer = rules.players - 1 if dealer is None else dealer
        if not 0 <= dealer < rules.players:
            raise ValueError(f"dealer {dealer} of {rules.players} players")
        return cls(rules, dealer, (0,) * rules.n_sides)

    @classmethod
    def by_lot(cls, rules: Rules, seed: int) -> Self:
        """A match whose first dealer is drawn; the same for the same seed."""
        return cls.start(rules, random.Random(seed).randrange(rules.players))

    @property
    def is_over(self) -> bool:
        """A team has won."""
        return self.winner is not None

    def seat_of(self, place: int) -> int:
        """The seat that a place has in the next deal's positions: 0 plays first, the dealer last."""
        return (place - self.dealer - 1) % self.rules.players

    def place_of(self, seat: int) -> int:
        """The place that has a seat in the next deal."""
        return (seat + self.dealer + 1) % self.rules.players

    def team_of(self, place: int) -> int:
        """The team of a place: what side 0 or 1 of a position is, changes with the dealer."""
        return place % self.rules.n_sides

    def side_of(self, team: int) -> int:
        """The side that a team is in the next deal's positions."""
        return self.rules.sides[self.seat_of(team)]

    def deal(self, seed: int) -> Position:
        """The next deal; void ones are dealt again by the same dealer."""
        return Position.deal(self.rules, seed)

    def by_team(self, points: Sequence[int]) -> tuple[int, ...]:
        """Points by side of the next deal's positions, put in the order of the teams."""
        return tuple(points[self.side_of(team)] for team in range(self.rules.n_sides))

    def after(self, end: Position) -> Self:
        """The match when a deal has been played and counted.

        `end` is the position at its end, or an earlier one where a side has won the match at once: then its
        points count as they lie. `ValueError` for any other position, and when the match is over.
        """
        if self.is_over:
            raise ValueError(f"the match is over: team {self.winner} has won")
        if end.rules != self.rules:
            raise ValueError(f"a deal of {end.rules} in a match of {self.rules}")
        instant = end.instant_winner
        if not end.is_over and instant is None:
            raise ValueError(f"the deal is not over: {end.cards_left} cards are still to be played")
        items = {name: self.by_team(points) for name, points in end.score().items()}
        scores = tuple(map(sum, zip(self.scores, *items.values(), strict=True)))
        team = None if instant is None else self.team_of(self.place_of(end.rules.sides.index(instant)))
        return replace(
            self,
            dealer=next_dealer(self.rules, self.dealer),
            scores=scores,
            deals=self.deals + 1,
            winner=match_winner(self.rules, scores, team, items),
        )
