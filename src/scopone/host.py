"""The host of a deal: asks the player at each seat in turn, shows it what it may see, and plays its move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from .notation import Move
from .players.base import Choice, Player
from .position import Position
from .view import OpenView, View


def seed_of(*parts: object) -> int:
    """A seed of 63 bits from any parts: the same everywhere, and nothing to do with that of other parts."""
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest()) >> 1


@dataclass
class Played:
    """A deal that has been played: its start, the moves, and the processor time of each seat's thinking."""

    deal: Position
    moves: list[Move] = field(default_factory=list)
    end: Position | None = None
    seconds: list[float] = field(default_factory=list)  # by seat
    turns: list[int] = field(default_factory=list)  # by seat


def ask(player: Player, position: Position, history: Sequence[Move], seed: int) -> Choice:
    """A player's choice: it gets a fair view, unless it is one that sees all cards and says so.

    Raises `ValueError` if it answers with an illegal move.
    """
    view = (OpenView if player.sees_all else View).of(position, history)
    choice = player.choose(view, seed)
    if choice.move not in position.legal_moves:
        raise ValueError(f"{player} wants to play {choice.move}, which is not legal in {position}")
    return choice


def play_deal(deal: Position, players: Sequence[Player], seed: int) -> Played:
    """Plays a deal to the end; `players` are by seat. The same arguments give the same moves."""
    played = Played(deal, seconds=[0.0] * len(players), turns=[0] * len(players))
    position = deal
    while not position.is_over:
        seat = position.turn
        start = time.thread_time()
        choice = ask(players[seat], position, played.moves, seed_of(seed, len(played.moves)))
        played.seconds[seat] += time.thread_time() - start
        played.turns[seat] += 1
        played.moves.append(choice.move)
        position = position.play(choice.move)
    played.end = position
    return played
