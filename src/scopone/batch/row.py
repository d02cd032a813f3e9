"""A row of results: what a batch knows of one position, in plain types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..position import Position
from ..solution import Analysis, Solution
from .engine import Engine


class MoveRow(NamedTuple):
    """What a legal move is worth: points of side 0 minus side 1; `value` is None while not exact."""

    move: str
    value: int | None
    lower: int
    upper: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Row:
    """The columns of the Parquet file.

    position   the position line, canonical
    value      points of the whole hand, side 0 minus side 1; None while not exact
    lower, upper   proven bounds of the value; None if there is an error
    exact      the bounds meet
    best       the best move known, or None
    line       best play to the end as far as it is proven
    moves      every legal move, best first for the side to move; None where only the position was asked
    nodes, seconds   what the search took; None if there is an error
    version, signature   of the engine
    error      why the position has no value (games of three sides ...), or None
    """

    position: str
    value: int | None
    lower: int | None
    upper: int | None
    exact: bool
    best: str | None
    line: tuple[str, ...]
    moves: tuple[MoveRow, ...] | None
    nodes: int | None
    seconds: float | None
    version: str
    signature: int
    error: str | None = None

    @classmethod
    def of(cls, s: Solution, engine: Engine) -> Row:
        """The row of what a solver found."""
        moves = None
        if isinstance(s, Analysis):
            moves = tuple(MoveRow(str(m.move), m.value, m.lower, m.upper, m.exact) for m in s.moves)
        return cls(
            str(s.position),
            s.value,
            s.lower,
            s.upper,
            s.exact,
            None if s.best is None else str(s.best),
            tuple(map(str, s.line)),
            moves,
            s.nodes,
            s.seconds,
            *engine,
        )

    @classmethod
    def failed(cls, position: Position, error: str, engine: Engine) -> Row:
        """The row of a position that cannot be solved."""
        return cls(str(position), None, None, None, False, None, (), None, None, None, *engine, error)
