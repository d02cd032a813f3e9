"""What a player should do who sees his own cards and counts the others: each move over all layouts.

The values are exact for every layout, with all hands open from there on. How often a move is right is then a count
and not an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..move import Move
from ..solver.backward import Backward
from ..view import View
from .ending import pasts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class MoveOutlook:
    """A move over all layouts that the seat to move holds possible, each as likely as any other.

    mean, worst, best   points of the hand, side 0 minus side 1; worst and best are meant for the side to move
    right               in how many layouts no move is better, 0 to 1
    """

    move: Move
    mean: float
    worst: int
    best: int
    right: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """All moves of a view, the best mean for the side to move first.

    layouts     how many layouts are possible
    open_mean   the mean if the mover saw all cards: no move can have a better one
    """

    view: View
    layouts: int
    moves: tuple[MoveOutlook, ...]
    open_mean: float


def outlook(view: View, memory_mib: int = 256) -> Outlook:
    """Values every move of a view in every layout that is possible, by backward work on all of them at once.

    Hands that the view shows are taken as known, a stock as hidden. Of three cards a hand in the four-player games
    it takes a hundredth of a second, of four some seconds. Raises `ValueError` for games that have no tables and
    when the hand is over, `OverflowError` for too many layouts.
    """
    import numpy as np

    if not view.hand:
        raise ValueError("the hand is over: there is no move to value")
    position = view.placeholder
    backward = Backward(position, [not hidden for hidden in view.hidden], memory_mib * MIB)
    _, points = pasts(view.rules).identify(position)
    parts = np.empty((len(backward.moves), backward.length), np.uint8)
    for i, part in enumerate(parts):
        backward.part(i, part)
    values = parts.astype(np.int16) - 128 + points
    sign = 1 if view.side == 0 else -1
    most = (sign * values).max(axis=0)
    moves = [
        _move(position.move(*move), row, sign, most) for move, row in zip(backward.moves, values, strict=True)
    ]
    ranked = sorted(moves, key=lambda m: (-sign * m.mean, m.move))
    return Outlook(view, values.shape[1], tuple(ranked), sign * float(most.mean()))


def _move(move: Move, values: npt.NDArray[np.int16], sign: int, most: npt.NDArray[np.int16]) -> MoveOutlook:
    own = sign * values
    return MoveOutlook(
        move, float(values.mean()), sign * int(own.min()), sign * int(own.max()), float((own == most).mean())
    )
