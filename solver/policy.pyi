from collections.abc import Mapping
from typing import Any

from scopone.rules import Rules
from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

class Policy:
    """The model for one set of rules; `weights` in points, see `scopone.players.weights`."""

    compiled: CompiledRules
    def __init__(self, rules: Rules, weights: Mapping[str, Any]) -> None: ...
    def sample(self, state: State, n: int, seed: int, epsilon: float = 0) -> dict[tuple[int, bool, int], int]:
        """How often playouts make each move in n tries: {(card bit, takes, taken): times}."""

    def scores(self, state: State) -> list[tuple[int, bool, int, float]]:
        """The score of each legal move for the seat to move: [(card bit, takes, taken, score)], best first."""

def duel(a: Policy, b: Policy, deals: int, seed: int, epsilon: float = 0) -> tuple[float, float]:
    """Random deals in both seatings: mean and variance over deals of the points a deal that A makes more than B."""
