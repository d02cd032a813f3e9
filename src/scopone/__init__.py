"""Scopone Scientifico and the Scopa family: rules, exact solver, analysis."""

from ._version import __version__
from .analysis import (
    Analysis,
    Bounds,
    Limit,
    MoveValue,
    Progress,
    Solution,
    Solver,
    Unsolvable,
    analyse,
    solve,
)
from .cards import Card
from .notation import Move, NotationError
from .position import IllegalMove, Position
from .rules import Rules, RulesError
from .scoring import Score

__all__ = [
    "Analysis",
    "Bounds",
    "Card",
    "IllegalMove",
    "Limit",
    "Move",
    "MoveValue",
    "NotationError",
    "Position",
    "Progress",
    "Rules",
    "RulesError",
    "Score",
    "Solution",
    "Solver",
    "Unsolvable",
    "__version__",
    "analyse",
    "solve",
]
