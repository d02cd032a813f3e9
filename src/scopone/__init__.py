"""Scopone Scientifico and the Scopa family: rules, exact solver, analysis."""

from importlib import import_module
from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
    from .analysis import Limit, Progress, Solver, Unsolvable, analyse, solve
    from .cards import Card
    from .notation import Move, NotationError
    from .position import IllegalMove, Position
    from .rules import Rules, RulesError
    from .scoring import Score
    from .solution import Analysis, Bounds, MoveValue, Solution

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

_HOMES = {
    "analysis": "Limit Progress Solver Unsolvable analyse solve",
    "cards": "Card",
    "notation": "Move NotationError",
    "position": "IllegalMove Position",
    "rules": "Rules RulesError",
    "scoring": "Score",
    "solution": "Analysis Bounds MoveValue Solution",
}

if not TYPE_CHECKING:

    def __getattr__(name):
        """Loads a module when a name of it is first used: the command line is up, and can be stopped, at once."""
        for home, names in _HOMES.items():
            if name in names.split():
                globals()[name] = found = getattr(import_module(f".{home}", __name__), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
