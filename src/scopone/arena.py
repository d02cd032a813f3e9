"""Matches between players: fixed deals, each played in both seatings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from .estimate import Chance, Estimate
from .host import play_deal, seed_of
from .players import Player, make_player
from .position import Position
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Game:
    """One deal in one seating. `points` is what A made more than B; `a_side` is the side that A played."""

    deal: int
    a_side: int
    points: int
    a_seconds: float
    b_seconds: float
    a_turns: int
    b_turns: int


@dataclass(frozen=True)
class Result:
    """What came of a match of A against B: every deal in both seatings."""

    a: str
    b: str
    rules: Rules
    deals: int
    seed: int
    games: tuple[Game, ...] = field(repr=False)

    def wins(self, games: Sequence[Game] | None = None) -> tuple[int, int, int]:
        """Deals won by A, won by B, level: of all games or of some."""
        chosen = self.games if games is None else games
        won = sum(g.points > 0 for g in chosen)
        lost = sum(g.points < 0 for g in chosen)
        return won, lost, len(chosen) - won - lost

    def on_side(self, side: int) -> tuple[Game, ...]:
        """The games in which A played a side: 1 is the dealer's, 0 the hand side."""
        return tuple(g for g in self.games if g.a_side == side)

    @property
    def a_rate(self) -> Chance:
        """The share of games that A won."""
        return Chance(self.wins()[0] / len(self.games), len(self.games))

    @property
    def points(self) -> Estimate:
        """Points a deal that A makes more than B: the mean of both seatings of each deal, over deals."""
        by_deal: dict[int, list[int]] = {}
        for g in self.games:
            by_deal.setdefault(g.deal, []).append(g.points)
        return Estimate.from_values([sum(p) / len(p) for p in by_deal.values()])

    @property
    def seconds_per_move(self) -> tuple[float, float]:
        """Mean thinking time of A and of B, in seconds of processor time."""
        a, b = sum(g.a_turns for g in self.games), sum(g.b_turns for g in self.games)
        return (
            sum(g.a_seconds for g in self.games) / max(a, 1),
            sum(g.b_seconds for g in self.games) / max(b, 1),
        )


def _both_seatings(task: tuple[str, str, Rules, int, int]) -> list[Game]:
    a, b, rules, seed, index = task
    pair = make_player(a), make_player(b)
    deal = Position.deal(rules, seed_of(seed, index))
    games = []
    for a_side in (0, 1):
        seats = [pair[0] if side == a_side else pair[1] for side in rules.sides]
        played = play_deal(deal, seats, seed_of(seed, index, a_side))
        assert played.end is not None
        value = played.end.score().value
        mine = [seat for seat, side in enumerate(rules.sides) if side == a_side]
        theirs = [seat for seat, side in enumerate(rules.sides) if side != a_side]
        games.append(
            Game(
                index,
                a_side,
                value if a_side == 0 else -value,
                sum(played.seconds[s] for s in mine),
                sum(played.seconds[s] for s in theirs),
                sum(played.turns[s] for s in mine),
                sum(played.turns[s] for s in theirs),
            )
        )
    return games


def contest(
    a: Player,
    b: Player,
    rules: Rules,
    *,
    deals: int,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """A against B over so many deals, each in both seatings: the same result whatever `jobs` is.

    `progress` is called with the deals done and all deals. `ValueError` for games that do not have two sides, or
    fewer than one deal or job.
    """
    games: list[Game] = []
    for done, both in enumerate(games_of(a, b, rules, deals=deals, seed=seed, jobs=jobs), 1):
        games += both
        if progress is not None:
            progress(done, deals)
    return Result(a.spec, b.spec, rules, deals, seed, tuple(games))


def games_of(
    a: Player, b: Player, rules: Rules, *, deals: int, seed: int, jobs: int = 1, start: int = 0
) -> Iterator[list[Game]]:
    """The games of `contest`, deal by deal, as they get done in order; `start` leaves out so many deals before."""
    if rules.n_sides != 2:
        raise ValueError(f"{rules} is not a game of two sides")
    if deals < 1 or jobs < 1 or start < 0:
        raise ValueError(f"{deals} deals from {start} with {jobs} jobs")
    tasks = [(a.spec, b.spec, rules, seed, i) for i in range(start, start + deals)]
    if jobs == 1:
        yield from map(_both_seatings, tasks)
        return
    with ProcessPoolExecutor(min(jobs, os.cpu_count() or 1, deals)) as pool:
        yield from pool.map(_both_seatings, tasks, chunksize=max(1, min(8, deals // (4 * jobs))))


@dataclass(frozen=True)
class Standing:
    """How a player did against all others: games, mean points a deal, and points a deal against each."""

    player: str
    wins: int
    losses: int
    ties: int
    against: dict[str, float]

    @property
    def rate(self) -> Chance:
        """The share of all its games that it won."""
        games = self.wins + self.losses + self.ties
        return Chance(self.wins / games, games)

    @property
    def points(self) -> float:
        """Mean points a deal over the opponents."""
        return sum(self.against.values()) / len(self.against)


def standings(players: Sequence[str], results: Sequence[Result]) -> list[Standing]:
    """The table of all against all from the matches of every pair, in the order of the players given."""
    rows = []
    for player in players:
        won = lost = level = 0
        against: dict[str, float] = {}
        for r in results:
            if player not in (r.a, r.b):
                continue
            a, b, ties = r.wins()
            sign = 1 if r.a == player else -1
            won += a if sign > 0 else b
            lost += b if sign > 0 else a
            level += ties
            against[r.b if sign > 0 else r.a] = sign * r.points.mean
        rows.append(Standing(player, won, lost, level, against))
    return rows
