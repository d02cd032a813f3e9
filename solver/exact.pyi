from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

class Exact:
    """Solves one small position after the other, of games of two sides. Not for two threads at once."""

    compiled: CompiledRules
    nodes: int
    def __init__(self, any_state: State) -> None: ...
    def analyse(self, state: State) -> list[tuple[int, bool, int, int]]:
        """[(card bit, takes, taken, value)] for every legal move; value is side 0 minus side 1."""
