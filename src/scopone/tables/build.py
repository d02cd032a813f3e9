"""Building a table: part by part, each kept on disk, so that a build that was killed goes on where it was.

A part holds the values after one move of the seat to move. The parts depend on nothing but the class, and are
merged in a fixed order: a build that went on gives the same file as one that ran through.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from ..files import replacing
from ..position import Position
from ..solver.backward import Backward
from ..view import View
from .catalogue import Catalogue
from .ending import Ending
from .file import Table, write_table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

MIB = 1 << 20
MEMORY_MIB = 1024
KEPT_LEAST = 1 << 16  # layouts of a part that is worth a file
DIGEST = 16


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build has come: parts done of all, how much of the next (0 to 1), parts found on disk."""

    done: int
    parts: int
    share: float
    found: int


Watch = Callable[[BuildProgress], None]


def build(
    position: Position | View,
    directory: str | Path,
    memory_mib: int = MEMORY_MIB,
    progress: Watch | None = None,
    scratch_mib: int = 0,
) -> Table:
    """Builds the table of the class of a position, or opens it if it is there already.

    `memory_mib` bounds the arrays that are kept while it works; the table itself needs four bytes a layout more.
    `scratch_mib` is taken of the disk, beside the tables, for arrays that find no room: from fourteen cards on it
    saves working out many of them again and again.
    Calls `progress` about once a second; what it raises, and KeyboardInterrupt, ends the build, which goes on from
    its parts the next time. Raises `ValueError` for games that have no tables, `OverflowError` for classes of too
    many layouts, `OSError` if a file cannot be written.
    """
    ending = Ending.of(position)
    catalogue = Catalogue(directory)
    path = catalogue.directory / ending.name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with _scratch(path.parent, scratch_mib * MIB) as file:
            worker = _Worker(
                ending,
                path.with_suffix(".parts"),
                memory_mib=memory_mib,
                progress=progress,
                scratch_file=file,
                scratch_mib=scratch_mib,
            )
            values, best = worker.values()
        write_table(path, ending, worker.moves, values, best)
        shutil.rmtree(worker.parts, ignore_errors=True)
        catalogue.refresh()
    return Table(path)


@contextmanager
def _scratch(directory: Path, size: int) -> Iterator[int]:
    """A nameless file of a size that the disk has room for; -1 for none. Raises `OSError`."""
    if not size:
        yield -1
        return
    with TemporaryFile(dir=directory) as file:
        os.posix_fallocate(file.fileno(), 0, size)
        yield file.fileno()


class _Worker:
    def __init__(
        self,
        ending: Ending,
        parts: Path,
        *,
        memory_mib: int,
        progress: Watch | None,
        scratch_file: int,
        scratch_mib: int,
    ) -> None:
        p = ending.position
        known = [False] * p.rules.players
        self.backward = Backward(p, known, memory_mib * MIB, self._watch, scratch_file, scratch_mib * MIB)
        self.moves = [p.move(*move) for move in self.backward.moves]
        if len(self.moves) > 256:
            raise OverflowError(f"{len(self.moves)} moves: a table has room for 256")
        self.parts = parts
        self.side = p.rules.sides[p.turn]
        self.progress = progress
        self.done = self.found = 0

    def values(self) -> tuple[npt.NDArray[np.int8], Bytes]:
        """The values of all layouts and the numbers of the best moves."""
        import numpy as np

        values = np.full(self.backward.layouts, 255 if self.side else 0, np.uint8)
        best = np.zeros(self.backward.layouts, np.uint8)
        for i in range(len(self.moves)):
            self.backward.merge(i, self._part(i), values, best)
            self.done += 1
            self._watch(0.0)
        values ^= 128
        return values.view(np.int8), best

    def _part(self, i: int) -> Bytes:
        import numpy as np

        length = self.backward.length
        file = self.parts / f"{i:03}"
        found = _read(file, length) if length >= KEPT_LEAST else None
        if found is not None:
            self.found += 1
            return found
        part = np.empty(length, np.uint8)
        self.backward.part(i, part)
        if length >= KEPT_LEAST:
            _write(file, part)
        return part

    def _watch(self, share: float) -> None:
        if self.progress is not None:
            self.progress(BuildProgress(self.done, len(self.moves), share, self.found))


def _read(file: Path, length: int) -> Bytes | None:
    """A part from disk; None if it is not there, or not whole."""
    import numpy as np

    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    whole = len(data) == length + DIGEST and _digest(data[:length]) == data[length:]
    return np.frombuffer(data, np.uint8, length) if whole else None


def _write(file: Path, part: Bytes) -> None:
    file.parent.mkdir(exist_ok=True)
    with replacing(file) as new, open(new, "wb") as stream:
        stream.write(part.data)
        stream.write(_digest(part.data))


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST).digest()
