"""Checking a table by search: the values of layouts, one after the other, by other means than it was built."""

from __future__ import annotations

import random
from collections.abc import Callable

from ..solver.exact import Exact
from .ending import TableError
from .file import Table


def verify(
    table: Table,
    count: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Searches `count` random layouts, or all of them; returns how many.

    The value must be the search's, and the best move must reach it. Raises `TableError` at the first that is not so.
    """
    n = len(table)
    numbers = range(n) if count is None or count >= n else random.Random(seed).sample(range(n), count)
    exact = Exact(table.ending.position)
    side = table.ending.rules.sides[table.ending.position.turn]
    for done, number in enumerate(numbers):
        p = table.ending.deal(number)
        moves = {p.move(card, takes, taken): value for card, takes, taken, value in exact.analyse(p)}
        value = (min if side else max)(moves.values())
        entry = table.entry(number)
        if (entry.value, moves.get(entry.best)) != (value, value):
            raise TableError(
                f"{table.path}: layout {number} is worth {value} by search, the table says {entry.value}"
                f" with {entry.best}: {p}"
            )
        if progress is not None:
            progress(done + 1, len(numbers))
    return len(numbers)
