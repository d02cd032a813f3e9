from scopone.cards import Card
from scopone.rules import Rules
from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

Picked = tuple[int, bool, int, tuple[str, str | None] | None]  # what `State.move` takes

class Playout:
    """Random play under one set of rules. It keeps room that it works in: one thread at a time."""

    compiled: CompiledRules
    def __init__(self, rules: Rules) -> None: ...
    def game(self, seed: int) -> tuple[tuple[Card, ...], list[Picked]]:
        """One random game: the pack in the order it was dealt, and the moves as `State.move` takes them."""

    def sample(self, state: State, n: int, seed: int) -> dict[Picked, int]:
        """How often each move, as `State.move` takes it, is picked in n picks."""
