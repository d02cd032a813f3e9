from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

class Layouts:
    """The layouts of a position's unplayed cards, all hands hidden and the stock, too.

    Raises `OverflowError` where there are 2^32 of them or more.
    """

    rules: CompiledRules
    def __init__(self, any_state: State) -> None: ...
    def __len__(self) -> int: ...
    @property
    def block(self) -> int:
        """How many of them the seat to move holds possible: they are numbered in a row."""

    def index(self, state: State) -> int:
        """The number of the layout of a state with the same unplayed cards; `ValueError` for any other."""

    def hands(self, number: int) -> tuple[int, ...]:
        """The hands of a layout as masks: those of seat 0, 1 ..., then those of later handfuls in dealing order.

        Raises `IndexError` for a number that is none.
        """
