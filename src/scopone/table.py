"""A table with people and players: deals one after the other, the dealer moving on, undo and hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .host import ask, seed_of
from .match import Match
from .move import Move
from .players import Choice, Player
from .position import Position
from .record import Record
from .rules import Rules
from .view import View


@dataclass
class Table:
    """A deal in play, and the score of those before it.

    rules    the game
    players  by chair, from the first to play in the first deal on; None where a person sits
    names    by chair, for records
    seed     fixes the deals and what the players do
    match    the deals that are over: points of each side of the first deal's seating, who deals next, who has won
    """

    rules: Rules
    players: tuple[Player | None, ...]
    names: tuple[str, ...]
    seed: int
    match: Match = field(init=False)
    moves: list[Move] = field(default_factory=list)
    undone: bool = False

    def __post_init__(self) -> None:
        if not len(self.players) == len(self.names) == self.rules.players:
            raise ValueError(f"{self.rules} has {self.rules.players} seats")
        self.match = Match.start(self.rules)
        self._deal()

    def _deal(self) -> None:
        self.deal = Position.deal(self.rules, seed_of(self.seed, self.match.deals))
        self.position = self.deal
        self.moves = []
        self.undone = False

    def chair(self, seat: int) -> int:
        """Who sits where: the chair of a seat in this deal."""
        return self.match.place_of(seat)

    def seat(self, chair: int) -> int:
        """Where a chair's player sits in this deal."""
        return next(seat for seat in range(self.rules.players) if self.chair(seat) == chair)

    def side_of_chair(self, chair: int) -> int:
        """The side of a chair, as in the first deal: it does not change."""
        return self.match.team_of(chair)

    @property
    def deal_is_over(self) -> bool:
        """No card is left to play, or a side has won the match with the cards it took."""
        return self.position.is_over or self.position.instant_winner is not None

    @property
    def waits_for(self) -> int | None:
        """The chair of the person to move; None when a player is to move or the deal is over."""
        if self.deal_is_over:
            return None
        chair = self.chair(self.position.turn)
        return chair if self.players[chair] is None else None

    @property
    def view(self) -> View:
        """What the seat to move sees."""
        return View.of(self.position, self.moves)

    def think(self) -> Choice:
        """The choice of the player to move. `ValueError` if a person is to move or the deal is over."""
        player = None if self.deal_is_over else self.players[self.chair(self.position.turn)]
        if player is None:
            raise ValueError("no player is to move")
        return ask(player, self.position, self.moves, seed_of(self.seed, self.match.deals, len(self.moves)))

    def play(self, move: Move | str) -> Move:
        """Makes a legal move and returns it in full. Raises `IllegalMove` or `NotationError`."""
        full = self.position.read_move(move) if isinstance(move, str) else move
        self.position = self.position.play(full)
        self.moves.append(full)
        return full

    def undo(self) -> bool:
        """Goes back to a person's last move; False if there was none. The deal then counts as practice."""
        for n in range(len(self.moves) - 1, -1, -1):
            if self.players[self.chair(n % self.rules.players)] is None:
                self.moves = self.moves[:n]
                self.position = self.deal
                for move in self.moves:
                    self.position = self.position.play(move)
                self.undone = True
                return True
        return False

    def close(self) -> tuple[int, ...]:
        """Counts the deal, which must be over, and deals the next one unless a side has won the match.

        Returns the points of the deal by the chairs' sides.
        """
        before = self.match.scores
        self.match = self.match.after(self.position)
        if not self.match.is_over:
            self._deal()
        return tuple(now - then for now, then in zip(self.match.scores, before, strict=True))

    def record(self, comments: Mapping[int, str] | None = None) -> Record:
        """The deal so far, with the names of those who sit at the seats."""
        tags = {f"Seat{seat}": self.names[self.chair(seat)] for seat in range(self.rules.players)}
        tags["Number"] = str(self.match.deals + 1)
        if self.undone:
            tags["Practice"] = "yes"
        return Record(self.deal, tuple(self.moves), dict(comments or {}), tags)
