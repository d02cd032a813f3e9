"""What a search finds: values, or bounds that are proven.

All are points of the whole hand, side 0 minus side 1, with scope and cards already taken included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .notation import Move
from .position import Position


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds of a value, which is known when they meet."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """The bounds meet."""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, or None while it is only known to lie within the bounds."""
        return self.lower if self.lower == self.upper else None

    def for_side(self, side: int) -> Bounds:
        """The bounds as points of one side minus the other's. Raises `ValueError` for a side that is not 0 or 1."""
        if side not in (0, 1):
            raise ValueError(f"side {side} of two")
        return Bounds(self.lower, self.upper) if side == 0 else Bounds(-self.upper, -self.lower)

    def __str__(self) -> str:
        return signed(self.lower) if self.exact else f"{signed(self.lower)} .. {signed(self.upper)}"


def signed(value: int) -> str:
    """A value as people write it: `+2`, `0`, `-1`."""
    return f"{value:+d}" if value else "0"


class Bounded:
    """What has bounds, told as if they were its own."""

    __slots__ = ()

    if TYPE_CHECKING:  # at run time it would pass for the default of the field

        @property
        def bounds(self) -> Bounds:
            """The bounds."""

    @property
    def value(self) -> int | None:
        """Points of the hand, side 0 minus side 1; None while not exact."""
        return self.bounds.value

    @property
    def lower(self) -> int:
        """Proven: at least so many."""
        return self.bounds.lower

    @property
    def upper(self) -> int:
        """Proven: at most so many."""
        return self.bounds.upper

    @property
    def exact(self) -> bool:
        """The value is proven."""
        return self.bounds.exact


@dataclass(frozen=True, slots=True)
class MoveValue(Bounded):
    """What a legal move is worth: its value is that of the hand after it."""

    move: Move
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class Solution(Bounded):
    """The value of a position, a best move and a line of best play.

    Without a limit it is exact. With one, `lower` and `upper` are proven bounds that contain the value, `best`
    is the best move that is known so far (None if none is, or the hand is over) and the line stops where it is
    not proven. The line ends with the hand.
    """

    position: Position
    bounds: Bounds
    best: Move | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    def for_side(self, side: int) -> Bounds:
        """The value as points of one side minus the other's."""
        return self.bounds.for_side(side)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from .svg.notebook import solution_html

        return solution_html(self)


@dataclass(frozen=True, slots=True)
class Analysis(Solution):
    """A solution with a value for every legal move, the best for the side to move first."""

    moves: tuple[MoveValue, ...]
