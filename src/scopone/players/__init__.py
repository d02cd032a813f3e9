"""Players: one interface, one file a player, each made from a text such as `pimc:worlds=200`."""

from __future__ import annotations

from dataclasses import fields

from ..cards import shown
from .base import Choice, MoveEstimate, Player, Reason
from .chitarrella import Chitarrella
from .cicuti import Cicuti
from .first import FirstPlayer
from .greedy import Greedy
from .ismcts import Ismcts
from .maestro import Maestro
from .oracle import Oracle
from .pimc import Pimc
from .random import RandomPlayer

__all__ = ["Choice", "MoveEstimate", "Player", "PlayerError", "Reason", "make_player", "player_names"]

PLAYERS: dict[str, type[Player]] = {
    p.name: p for p in (RandomPlayer, FirstPlayer, Greedy, Chitarrella, Cicuti, Ismcts, Pimc, Maestro, Oracle)
}
CHANCES = {"epsilon", "others"}  # options that are at most 1
SPELLINGS = {"chitarella": "chitarrella"}


class PlayerError(ValueError):
    """A text that makes no player."""


def player_names() -> tuple[str, ...]:
    """The names of all players, the weakest first."""
    return tuple(PLAYERS)


def make_player(spec: str) -> Player:
    """The player of a text: a name, and after a colon its options: `ismcts:iterations=32000,epsilon=0.3`.

    Raises `PlayerError` for an unknown name or option, or a value that the option cannot have.
    """
    name, _, options = spec.partition(":")
    name = SPELLINGS.get(name.lower(), name.lower())
    kind = PLAYERS.get(name)
    if kind is None:
        raise PlayerError(f"unknown player {shown(spec)} (one of {', '.join(PLAYERS)})")
    known: dict[str, type[int] | type[float]] = {
        f.name: float if isinstance(f.default, float) else int for f in fields(kind)
    }
    given: dict[str, int | float] = {}
    for option in options.split(",") if options else ():
        key, _, text = option.partition("=")
        if key not in known:
            choice = ", ".join(known) or "none"
            raise PlayerError(f"{name} has no option {shown(key)} (it has {choice})")
        try:
            value = known[key](text)
        except ValueError:
            raise PlayerError(f"{key}={text}: {known[key].__name__} expected") from None
        if not 0 <= value < 1e9 or (key in CHANCES and value > 1):
            raise PlayerError(f"{key}={text}: out of range")
        given[key] = value
    return kind(**given)
