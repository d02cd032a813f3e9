from collections.abc import Sequence

from scopone.notation import Move
from scopone.solver.policy import Policy
from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

class Worlds:
    """The worlds of one seat: see the module. Not for two threads at once."""

    compiled: CompiledRules
    size: int
    complete: bool
    def __init__(
        self, placeholder: State, hidden: Sequence[bool], stock_hidden: bool, history: Sequence[Move] = ()
    ) -> None: ...
    @property
    def count(self) -> int:
        """How many worlds there are; the order of a hidden stock counts only from handful to handful."""

    def draw(
        self, n: int, seed: int, policy: Policy | None = None, sharpness: float = 0, candidates: int = 0
    ) -> float:
        """Fills the pool with n worlds, uniform or weighted; returns the effective number of candidates."""

    def enumerate(self, policy: Policy | None = None, sharpness: float = 0) -> None:
        """Fills the pool with every world, each with its weight. `ValueError` where a stock is hidden."""

    def __len__(self) -> int: ...
    def __getitem__(self, i: int) -> tuple[State, float]:
        """A world of the pool, as a state, and its weight."""
