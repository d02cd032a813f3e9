"""The score of a hand: points by item and by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score(Mapping[str, tuple[int, ...]]):
    """Points by item: a mapping from the item's name to one number for each side.

    `scope`, `cards`, `denari`, `settebello`, `primiera` and whatever else the rules score. Points can be
    negative where the rules say so.
    """

    items_by_name: Mapping[str, tuple[int, ...]]

    def __getitem__(self, item: str) -> tuple[int, ...]:
        return self.items_by_name[item]

    def __iter__(self) -> Iterator[str]:
        return iter(self.items_by_name)

    def __len__(self) -> int:
        return len(self.items_by_name)

    @property
    def points(self) -> tuple[int, ...]:
        """Total points of each side."""
        return tuple(map(sum, zip(*self.items_by_name.values(), strict=True)))

    @property
    def value(self) -> int:
        """Points of side 0 minus points of side 1, for games of two sides.

        Raises `ValueError` for games of more sides, which have no single value.
        """
        points = self.points
        if len(points) != 2:
            raise ValueError(f"a game of {len(points)} sides has no single value")
        return points[0] - points[1]

    def for_side(self, side: int) -> dict[str, int]:
        """The points of one side by item. Raises `ValueError` for a side that is not in the game."""
        if not 0 <= side < len(self.points):
            raise ValueError(f"side {side} of {len(self.points)}")
        return {name: points[side] for name, points in self.items_by_name.items()}
