"""Puzzles: positions with open hands and one clearly best move, each proven by the exact solver.

A puzzle is played as the solution has it: the player's side moves, the defence answers with a best reply, until there
is no only move any more. `shipped()` are those of the package, `make` finds more.
"""

from __future__ import annotations

from .puzzle import LEVELS, Attempt, Puzzle, PuzzleError
from .store import find, read_puzzles, select, shipped, write_puzzles

__all__ = [
    "LEVELS",
    "Attempt",
    "Puzzle",
    "PuzzleError",
    "find",
    "read_puzzles",
    "select",
    "shipped",
    "write_puzzles",
]
