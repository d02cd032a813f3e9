"""Scopone Scientifico and the Scopa family: rules, exact solver, analysis."""

from ._version import __version__
from .cards import Card
from .notation import Move, NotationError
from .position import IllegalMove, Position
from .rules import Rules, RulesError
from .scoring import Score

__all__ = [
    "Card",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "Rules",
    "RulesError",
    "Score",
    "__version__",
]
