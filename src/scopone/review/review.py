"""The review of a record."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ..analysis import Limit, Solver
from ..host import seed_of
from ..move import Move
from ..record import Record
from ..solution import Bounds
from ..view import View
from .fair import FairCost, fair_cost
from .judge import Judge
from .marks import Mark, mark_of
from .opened import open_cost, open_values
from .verdicts import Verdict, luck_of, verdict_of

DEFAULT_LIMIT = Limit(nodes=2_000_000)
TURNING = 2  # points that a turning point costs at least, if it does not change who is ahead


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What is said of one move.

    ply        how many moves were made before it
    seat       who made it
    value      of the position after it with open cards, as bounds; None where there is no single one
    open_best  a best move with open cards, where the value before it is exact
    open_cost  points it cost with open cards: proven bounds; None where there is no single value
    fair       what it cost given what the player could know
    verdict    by the fair cost alone
    luck       `unlucky`, `lucky` or nothing: where the open cost contradicts the verdict
    """

    ply: int
    seat: int
    move: Move
    value: Bounds | None
    open_best: Move | None
    open_cost: Bounds | None
    fair: FairCost
    verdict: Verdict
    luck: str

    @property
    def said(self) -> str:
        """The name of the luck, or of the verdict where there is none."""
        return self.luck or self.verdict.name


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed hand.

    moves           those of the seats asked for, in order
    values          with open cards, at the start and after each move: points of the hand, side 0 minus side 1
    turning_points  plies of moves that were proven to change who comes out ahead, or to cost `TURNING` points
    marks           by seat, of the seats asked for
    """

    record: Record
    moves: tuple[MoveReview, ...]
    values: tuple[Bounds | None, ...]
    turning_points: tuple[int, ...]
    marks: dict[int, Mark]

    def seat_of(self, ply: int) -> int:
        """The seat that made a move, by the number of moves before it."""
        deal = self.record.deal
        return (deal.turn + ply) % deal.rules.players

    def side_mark(self, side: int) -> Mark:
        """The mark of all seats of a side that were asked for."""
        sides = self.record.deal.rules.sides
        return mark_of(m for m in self.moves if sides[m.seat] == side)


def review(
    record: Record,
    *,
    seats: Collection[int] | None = None,
    judge: Judge | None = None,
    limit: Limit = DEFAULT_LIMIT,
    solver: Solver | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Reviews a hand, finished or not.

    seats     whose moves are judged; all if None
    judge     who estimates what moves were worth; `Judge()` if None
    limit     of the exact search, for each position
    solver    for the exact values, with its threads and memory; one of its own if None
    progress  gets the steps done and the steps in all, at least ten times a second; what it raises ends the review

    The same arguments give the same review where the limit is in nodes. Raises `ValueError` for a seat that the
    game has not.
    """
    positions = list(record.positions())
    rules = record.deal.rules
    asked = frozenset(range(rules.players) if seats is None else seats)
    if strange := sorted(asked - set(range(rules.players))):
        raise ValueError(f"seat {strange[0]}: {rules} has seats 0 to {rules.players - 1}")
    judged = [n for n in range(len(record.moves)) if positions[n].turn in asked]
    steps = len(positions) + len(judged)

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, steps)

    fair: dict[int, FairCost] = {}
    for step, n in enumerate(judged):
        tell(step)
        view = View.of(positions[n], record.moves[:n])
        fair[n] = fair_cost(view, record.moves[n], judge, seed_of(seed, n))
    own = solver or Solver()
    values, best = open_values(positions, own, limit, lambda n: tell(len(judged) + len(positions) - 1 - n))
    if solver is None:
        own.reset()
    tell(steps)
    moves = []
    for n in judged:
        cost = open_cost(positions[n], values[n], values[n + 1])
        verdict = verdict_of(fair[n])
        moves.append(
            MoveReview(
                n, positions[n].turn, record.moves[n], values[n + 1], best[n], cost, fair[n], verdict,
                luck_of(verdict, cost),
            )
        )  # fmt: skip
    return Review(
        record,
        tuple(moves),
        tuple(values),
        tuple(n for n in range(len(record.moves)) if _turns(values[n], values[n + 1])),
        {seat: mark_of(m for m in moves if m.seat == seat) for seat in sorted(asked)},
    )


def _turns(before: Bounds | None, after: Bounds | None) -> bool:
    """A move was proven to change who comes out ahead, or to lose `TURNING` points or more."""
    if before is None or after is None:
        return False
    if before.lower - after.upper >= TURNING or after.lower - before.upper >= TURNING:
        return True
    ahead, then = _leader(before), _leader(after)
    return ahead is not None and then is not None and ahead != then


def _leader(value: Bounds) -> int | None:
    """Who is proven to come out ahead: 1 side 0, -1 side 1, 0 nobody; None where it is not known."""
    if value.lower > 0:
        return 1
    if value.upper < 0:
        return -1
    return 0 if value.exact else None
