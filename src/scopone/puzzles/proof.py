"""What the solver proves about a puzzle: values of all moves, the line that solves it, best play after each rival.

All of it follows from exact values and the order of moves given here, whatever way the search finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..analysis import Solver
from ..move import Move
from ..position import Position

MOST_STEPS = 4  # moves of the player in a puzzle
LEAST_GAP = 1  # points


@dataclass(frozen=True, slots=True)
class Valued:
    """A legal move and its exact value in points for the side to move."""

    move: Move
    value: int


class Values:
    """Exact values of moves, remembered by position: for the positions of one deal."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[Position, tuple[Valued, ...]] = {}

    def of(self, position: Position) -> tuple[Valued, ...]:
        """Every legal move, best first; of equals the one that takes more cards, then in the order of names."""
        found = self._known.get(position)
        if found is None:
            sign = 1 if position.rules.sides[position.turn] == 0 else -1
            moves = [Valued(m.move, sign * _exact(m.value)) for m in self._solver.analyse(position).moves]
            moves.sort(key=lambda m: (-m.value, -len(m.move.captured), str(m.move)))
            found = self._known[position] = tuple(moves)
        return found

    def best(self, position: Position) -> list[Move]:
        """All best moves."""
        moves = self.of(position)
        return [m.move for m in moves if m.value == moves[0].value]

    def line(self, position: Position) -> tuple[Move, ...]:
        """Best play to the end of the hand."""
        line = []
        while not position.is_over:
            line.append(self.of(position)[0].move)
            position = position.play(line[-1])
        return tuple(line)


def _exact(value: int | None) -> int:
    assert value is not None  # the search has no limit
    return value


@dataclass(frozen=True)
class Proof:
    """A puzzle proven.

    moves   every legal move with its value for the side to move, best first
    line    the solution, see `Puzzle.line`
    play    best play to the end of the hand, which begins with the solution
    rivals  for each of the best wrong moves best play to the end, which begins with it
    """

    position: Position
    moves: tuple[Valued, ...]
    line: tuple[Move, ...]
    play: tuple[Move, ...]
    rivals: tuple[tuple[Move, ...], ...]

    @property
    def best(self) -> Move:
        """The right first move."""
        return self.line[0]

    @property
    def wrong(self) -> tuple[Move, ...]:
        """The other legal moves."""
        return tuple(m.move for m in self.moves[1:])

    @property
    def gap(self) -> int:
        """What the best wrong move costs, in points."""
        return self.moves[0].value - self.moves[1].value

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.rules.sides[self.position.turn]

    @property
    def value(self) -> int:
        """Points of the hand, side 0 minus side 1."""
        return self.moves[0].value if self.side == 0 else -self.moves[0].value


def prove(position: Position, solver: Solver) -> Proof | None:
    """The proof that one move is the only best one; None if it is not.

    The position must be of a game of two sides; one of more than six cards a hand takes long.
    """
    values = Values(solver)
    line = solution(values, position) if len(position.legal_moves) > 1 else ()
    if not line:
        return None
    moves = values.of(position)
    rivals = [m.move for m in moves[1:] if m.value == moves[1].value]
    return Proof(
        position,
        moves,
        line,
        (*line, *values.line(play_all(position, line))),
        tuple((move, *values.line(position.play(move))) for move in rivals),
    )


def solution(values: Values, position: Position, most: int = MOST_STEPS) -> tuple[Move, ...]:
    """The only moves and the best replies in turns; empty if the first is not an only move.

    A move is an only move if every other one costs a point at least. Of equally good replies the defence chooses
    the one after which most is left to find. A turn with one legal move belongs to the line if an only move comes
    after it.
    """
    moves = values.of(position)
    if len(moves) > 1 and moves[0].value - moves[1].value < LEAST_GAP:
        return ()
    after = position.play(moves[0].move)
    rest: tuple[Move, ...] = ()
    if most > 1 and not after.is_over:
        for reply in values.best(after):
            place = after.play(reply)
            more = () if place.is_over else solution(values, place, most - 1)
            if len(more) + 1 > len(rest) and more:
                rest = (reply, *more)
    return (moves[0].move, *rest) if len(moves) > 1 or rest else ()


def play_all(position: Position, moves: Sequence[Move]) -> Position:
    """The position after some moves."""
    for move in moves:
        position = position.play(move)
    return position


def makes_scopa(position: Position, move: Move) -> bool:
    """The move is a scopa."""
    return has_made_scopa(position, position.play(move))


def has_made_scopa(before: Position, after: Position) -> bool:
    """The move that leads from one position to the next is a scopa."""
    side = before.rules.sides[before.turn]
    return after.scope[side] > before.scope[side]
