from collections.abc import Callable, Sequence
from typing import Any

from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

class Backward:
    """The values of all layouts of one class.

    state    a position of the class, of a game of two sides; the hands that it has are used only where known
    known    for each seat, whether its hand is known to be what the state says
    memory   bytes for arrays; more is faster

    `watch` is called, if it is set, with the share of the part that is done (0 to 1) about once a second; what it
    raises comes out.
    Raises `ValueError` for games and positions that are not followed, `OverflowError` for too many layouts.
    """

    compiled: CompiledRules
    entries: int
    top: int
    watch: Callable[[float], None] | None
    def __init__(self, state: State, known: Sequence[bool], memory: int) -> None: ...
    def share(self, memory: int, highest: int) -> None:
        """Shares bytes of memory anew among the levels: as much as each can use, the rest in equal parts.

        Arrays of `highest` cards left and more are asked for once, so that none of them are kept.
        """

    @property
    def layouts(self) -> int: ...
    @property
    def length(self) -> int:
        """How many layouts are left when a card has been played: the length of a part."""

    @property
    def moves(self) -> list[tuple[int, bool, int]]:
        """[(card bit, takes, taken)]: all moves that the seat to move may have."""

    def part(self, i: int, out: Any) -> None:
        """Fills `out` with the values after move i of `moves`, for every layout of the cards left.

        A value is the points still open at the root, side 0 minus side 1, plus 128; `settled` of the root is not in
        it. The order is that of the root, without the card in the mover's hand.
        """

    def merge(self, i: int, part: Any, values: Any, best: Any) -> None:
        """Takes the part of move i into the values of the root and the numbers of the best moves.

        Of equal moves the one that is merged first stays; `values` begin as 0 for side 0 to move, 255 for side 1.
        """
