"""Building the table of a class: the values after each move of the seat to move, and the best of them.

The moves are merged in a fixed order, and what is worked out before depends on nothing but the class: a build that
was killed and went on gives the same file as one that ran through.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..position import Position
from ..solver.levels import Levels
from ..view import View
from .catalogue import Catalogue
from .ending import Ending
from .file import Table, write_table
from .scratch import MIB, Watch, laid_out

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

MEMORY_MIB = 1024
SCRATCH_MIB = 16384


def build(
    position: Position | View,
    directory: str | Path,
    memory_mib: int = MEMORY_MIB,
    progress: Watch | None = None,
    scratch_mib: int = SCRATCH_MIB,
) -> Table:
    """Builds the table of the class of a position, or opens it if it is there already.

    `memory_mib` bounds the lists and arrays that are kept while it works; the table itself needs four bytes a layout
    more. `scratch_mib` bounds the disk that is taken, beside the tables, by classes of twelve cards and more: as much
    of it is used as saves working out arrays again that find no room in memory.
    Calls `progress` about once a second; what it raises, and KeyboardInterrupt, ends the build, which goes on the
    next time. Raises `ValueError` for games that have no tables, `OverflowError` for classes of too many layouts,
    `OSError` if a file cannot be written, if there is not enough disk (before the work begins), and if another
    process is building the same table.
    """
    ending = Ending.of(position)
    catalogue = Catalogue(directory)
    path = catalogue.directory / ending.name
    if not path.exists():
        p = ending.position
        levels = Levels(p, [False] * p.rules.players, memory_mib * MIB)
        moves = [p.move(*move) for move in levels.moves]
        if len(moves) > 256:
            raise OverflowError(f"{len(moves)} moves: a table has room for 256")
        path.parent.mkdir(parents=True, exist_ok=True)
        parts = path.with_suffix(".parts")
        with laid_out(levels, parts, scratch_mib * MIB, memory_mib * MIB, progress):
            write_table(path, ending, moves, *merged(levels, p.rules.sides[p.turn]))
        catalogue.refresh()
    return Table(path)


def merged(levels: Levels, side: int) -> tuple[npt.NDArray[np.int8], Bytes]:
    """The values of all layouts and the numbers of the best moves, for a side to move."""
    import numpy as np

    values = np.full(levels.layouts, 255 if side else 0, np.uint8)
    best = np.zeros(levels.layouts, np.uint8)
    part = np.empty(levels.length, np.uint8)
    for i in range(len(levels.moves)):
        levels.part(i, part)
        levels.merge(i, part, values, best)
    values ^= 128
    return values.view(np.int8), best
