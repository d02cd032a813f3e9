"""The exact values along a played hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..analysis import Limit, Solver, Unsolvable
from ..move import Move
from ..position import Position
from ..solution import Bounds

NOTHING = Limit(nodes=1)


def open_values(
    positions: Sequence[Position], solver: Solver, limit: Limit, watch: Callable[[int], None]
) -> tuple[list[Bounds | None], list[Move | None]]:
    """The value of each position of a line, with open cards, and a best move where the value is exact.

    The values are proven bounds where the limit, which is for each position, stops the search; None where a
    position has no single exact value. The end comes first: what is found there helps before. Where the limit
    stopped the search for a whole round, what lies before is not searched but for the bounds that cost nothing.
    `watch` gets the number of each position as its search begins and while it runs; what it raises ends all.
    """
    values: list[Bounds | None] = [None] * len(positions)
    best: list[Move | None] = [None] * len(positions)
    stopped = 0
    for n in reversed(range(len(positions))):
        watch(n)
        enough = limit if stopped < positions[n].rules.players else NOTHING
        try:
            found = solver.solve(positions[n], enough, lambda _, n=n: watch(n))  # type: ignore[misc]
        except Unsolvable:
            continue
        values[n] = found.bounds
        if found.exact:
            best[n] = found.best
        stopped = 0 if found.exact else stopped + 1
    for n in reversed(range(len(positions) - 1)):
        values[n] = _before(positions[n], values[n], values[n + 1])
    for n in range(len(positions) - 1):
        values[n + 1] = _after(positions[n], values[n], values[n + 1])
    return values, best


def _before(position: Position, now: Bounds | None, then: Bounds | None) -> Bounds | None:
    """What the value after a move proves of the value before it: the mover could have that much."""
    if now is None or then is None:
        return now
    if len(position.legal_moves) == 1:
        return _meet(now, then)
    if position.rules.sides[position.turn] == 0:
        return Bounds(max(now.lower, then.lower), now.upper)
    return Bounds(now.lower, min(now.upper, then.upper))


def _after(position: Position, now: Bounds | None, then: Bounds | None) -> Bounds | None:
    """What the value before a move proves of the value after it: no move gains."""
    if now is None or then is None:
        return then
    if len(position.legal_moves) == 1:
        return _meet(now, then)
    if position.rules.sides[position.turn] == 0:
        return Bounds(then.lower, min(now.upper, then.upper))
    return Bounds(max(now.lower, then.lower), then.upper)


def _meet(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(max(a.lower, b.lower), min(a.upper, b.upper))


def open_cost(position: Position, before: Bounds | None, after: Bounds | None) -> Bounds | None:
    """Bounds of the points that the move between two values cost the side that made it."""
    if before is None or after is None:
        return None
    side = position.rules.sides[position.turn]
    could, has = before.for_side(side), after.for_side(side)
    return Bounds(max(0, could.lower - has.upper), could.upper - has.lower)
