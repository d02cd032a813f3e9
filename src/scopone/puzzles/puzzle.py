"""A puzzle: a position, the line that solves it, and what is known about how hard it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ..cards import shown
from ..move import Move
from ..position import Position

LEVELS = (1, 2, 3, 4, 5)
BANDS = (1150, 1350, 1550, 1750)  # ratings from which the levels 2, 3, 4 and 5 begin


class PuzzleError(ValueError):
    """A text that is no puzzle, a name that no puzzle has, or moves that are not of the puzzle."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of moves tried in a puzzle; it is the last of them that counts.

    right     it is the right move
    finished  nothing is left to find: the puzzle is solved, or the move was wrong
    move      the move tried
    best      the right move in its place
    before    the position in which it was tried
    reply     the defence's answer; None if the move was wrong or the puzzle is over
    position  the position to go on from: after the reply, or that before a wrong move
    """

    right: bool
    finished: bool
    move: Move
    best: Move
    before: Position
    reply: Move | None
    position: Position


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with open hands in which one move is better than every other one.

    id        the same for positions that differ only in the names of suits that the rules do not name
    position  the player's side is to move; in pairs the player moves for the partner, too
    line      the right moves and the defence's replies in turns, the player's first and last; in each of the
              player's turns the move is the only best one, or the only legal one
    value     points of the hand with best play, side 0 minus side 1
    gap       points that the best other first move costs, at least 1
    rating    how hard it is, about 800 to 2200: measured, see `grade`
    themes    what it is about, names of `themes.THEMES`
    found_by  the players of the project who find all of the player's moves, with the other hands hidden
    """

    id: str
    position: Position
    line: tuple[Move, ...]
    value: int
    gap: int
    rating: int
    themes: tuple[str, ...]
    found_by: tuple[str, ...]

    @property
    def level(self) -> int:
        """1 (easy) to 5."""
        return level_of(self.rating)

    @property
    def side(self) -> int:
        """The side that the player plays for."""
        return self.position.rules.sides[self.position.turn]

    @property
    def steps(self) -> int:
        """How many moves the player has to make."""
        return (len(self.line) + 1) // 2

    def attempt(self, moves: Sequence[Move | str]) -> Attempt:
        """Tries moves: all that were made from the puzzle's position on, the replies too, the player's last.

        An odd number of them, so. The first of the player's moves that is wrong ends it. Raises `IllegalMove` or
        `NotationError` for a move that is none, `PuzzleError` for a reply that the defence did not make or moves
        that go beyond the solution.
        """
        if len(moves) % 2 == 0 or len(moves) > len(self.line):
            raise PuzzleError(
                f"{len(moves)} moves: an odd number up to {len(self.line)} belongs here, the replies included"
            )
        position = self.position
        for number, (given, best) in enumerate(zip(moves, self.line, strict=False)):
            move = position.read_move(given) if isinstance(given, str) else given
            before, position = position, position.play(move)
            if number % 2:
                if move != best:
                    raise PuzzleError(f"move {number + 1} is {move}, where the defence has played {best}")
            elif move != best:
                return Attempt(False, True, move, best, before, None, before)
        finished = len(moves) == len(self.line)
        reply = None if finished else self.line[len(moves)]
        return Attempt(
            True, finished, move, best, before, reply, position if reply is None else position.play(reply)
        )

    def as_json(self) -> dict[str, Any]:
        """The puzzle as an object of a puzzle file."""
        return {
            "id": self.id,
            "position": str(self.position),
            "line": " ".join(map(str, self.line)),
            "value": self.value,
            "gap": self.gap,
            "rating": self.rating,
            "themes": list(self.themes),
            "found_by": list(self.found_by),
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """A puzzle from an object of a puzzle file. Raises `PuzzleError`."""
        if not isinstance(data, Mapping):
            raise PuzzleError(f"no puzzle: {shown(data)}")
        for name, kind in _KINDS.items():
            value = data.get(name)
            texts = value if isinstance(value, list) else []
            if type(value) is not kind or not all(isinstance(text, str) for text in texts):
                raise PuzzleError(f"{name}: {shown(value)} where a {_SPOKEN[kind]} belongs")
        if re.fullmatch(r"[a-z0-9]{1,16}", data["id"]) is None:
            raise PuzzleError(f"id: {shown(data['id'])} where up to 16 small letters and digits belong")
        try:
            position = after = Position.parse(data["position"])
            line = []
            for text in data["line"].split():
                line.append(after.read_move(text))
                after = after.play(line[-1])
        except ValueError as error:
            raise PuzzleError(str(error)) from None
        if len(line) % 2 == 0:
            raise PuzzleError(f"line: {len(line)} moves where an odd number belongs")
        return cls(
            data["id"], position, tuple(line), data["value"], data["gap"], data["rating"],
            tuple(data["themes"]), tuple(data["found_by"]),
        )  # fmt: skip


_KINDS: dict[str, type] = {
    "id": str, "position": str, "line": str, "value": int, "gap": int, "rating": int, "themes": list,
    "found_by": list,
}  # fmt: skip
_SPOKEN: dict[type, str] = {str: "text", int: "whole number", list: "list of texts"}


def level_of(rating: int) -> int:
    """The level of a rating, 1 to 5."""
    return 1 + sum(rating >= band for band in BANDS)
