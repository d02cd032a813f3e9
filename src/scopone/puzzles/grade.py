"""How hard a puzzle is: a rating from what can be measured, on the scale on which people are rated.

The scale is that of Elo: 400 points are odds of ten to one. The weights are set by hand, not fitted to people.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from ..host import ask, seed_of
from ..move import Move
from ..players import make_player
from ..position import Position
from .proof import Proof
from .themes import quiet

BASE = 700
CHOICES = 90  # for each doubling of the legal moves
STEP = 70  # for each further move to find
CARD = 7  # for each card left to play
QUIET = 90  # the right move lays, and something could be taken
GAP = -60  # for each point that the best wrong move costs beyond the first
MOST_GAP = 3

FINDERS = {"first": 40, "greedy": 150, "chitarrella": 130, "pimc:worlds=40": 220}
"""Players, the weakest first, and what it adds to the rating if they do not find the solution."""


def finders(proof: Proof, history: Sequence[Move]) -> tuple[str, ...]:
    """The players who make all of the side's moves in the solution, seeing their own hand only.

    `history` are the moves before the puzzle's position. The same proof and history give the same players.
    """
    return tuple(spec for spec in FINDERS if _finds(spec, proof, history))


def _finds(spec: str, proof: Proof, history: Sequence[Move]) -> bool:
    player = make_player(spec)
    position: Position = proof.position
    past = list(history)
    for number, move in enumerate(proof.line):
        if number % 2 == 0:
            seed = seed_of("puzzle", str(position))
            if ask(player, position, past, seed).move != move:
                return False
        position = position.play(move)
        past.append(move)
    return True


def rating(proof: Proof, found_by: Sequence[str]) -> int:
    """The rating of a puzzle, about 800 to 2200."""
    asked = (len(proof.line) + 1) // 2
    points = (
        BASE
        + CHOICES * log2(len(proof.moves))
        + STEP * (asked - 1)
        + CARD * proof.position.cards_left
        + QUIET * quiet(proof)
        + GAP * (min(proof.gap, MOST_GAP) - 1)
        + sum(points for spec, points in FINDERS.items() if spec not in found_by)
    )
    return round(points)
