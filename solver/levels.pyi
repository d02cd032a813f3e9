from collections.abc import Sequence
from typing import Any

from scopone.solver.backward import Backward

class Levels(Backward):
    """The values of all layouts of one class, worked out level by level. A level is named by its cards left.

    Made as `Backward`. `descend` lists further levels; then `share` says which is the lowest to be lent, and each
    from that one up is to be filled and lent before the next. `part` needs the level below the root.
    """

    lowest: int
    def descend(self, memory: int = ...) -> bool:
        """Lists the classes of one more level; False, and nothing done, if all lists would take more `memory`."""

    def ascend(self) -> None:
        """Forgets the level that was listed last."""

    def count(self, left: int) -> int:
        """How many classes a level has."""

    def size(self, left: int) -> int:
        """How many bytes the array of a class has: a byte for each layout."""

    @property
    def listed(self) -> int:
        """Bytes of memory that the lists take."""

    def keys(self, left: int, first: int, last: int) -> bytearray:
        """Bytes that tell classes `first` to `last` - 1 from all others of the same rules."""

    def lend(self, left: int, arrays: Sequence[Any], each: int) -> None:
        """Gives the arrays of a level, `each` classes in each of the buffers but the last; none takes them back."""

    def fill(self, left: int, first: int, out: Any) -> None:
        """Works out as many classes of a level as `out` has room for, from number `first` on."""
