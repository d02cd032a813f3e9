"""How strong a player a person wants to meet: names that people understand, and the players behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from . import PlayerError, make_player, player_names
from .base import Player


class Strength(NamedTuple):
    """A strength: its name, the player's text, and a title in Italian and English."""

    name: str
    player: str
    it: str
    en: str


STRENGTHS: Mapping[str, Strength] = {
    s.name: s
    for s in (
        Strength("principiante", "greedy:slips=0.3", "Principiante", "Beginner"),
        Strength("circolo", "chitarrella", "Giocatore di circolo", "Club player"),
        Strength("maestro", "maestro", "Maestro", "Master"),
    )
}
"""The weakest first; bench/STRENGTH.md has what the players make against each other."""


def opponent(name: str) -> Player:
    """The player of a strength, or a fair player by its name alone, without options.

    Raises `PlayerError` for any other text, and for players who see all cards.
    """
    if name in STRENGTHS:
        return make_player(STRENGTHS[name].player)
    fair = [known for known in player_names() if not make_player(known).sees_all]
    if name not in fair:
        raise PlayerError(f"no opponent {name[:24]!a} (one of {', '.join((*STRENGTHS, *fair))})")
    return make_player(name)
