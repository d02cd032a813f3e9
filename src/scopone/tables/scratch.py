"""Room on disk for the arrays of a class that is worked out level by level, and the work itself.

Two neighbouring levels are on disk at a time. A level is cut into runs of classes, a file each: their arrays, and a
digest of which classes they are and what the arrays hold. Runs that are there and whole are not done again, so that
work that was killed goes on where it was; how the levels are cut, and what is in them, depends on the class alone.

The lowest level is worked out in memory, from the last card on. Where memory is short, arrays below it are worked out
again and again: the lower it is, the fewer. It is as low as there is room for, disk for the levels and memory for the
lists of their classes; but nothing needs files that finds room in memory as a whole.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import try_lock
from ..solver.levels import Levels

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

MIB = 1 << 20
KEPT_LEAST = 1 << 16  # layouts after a move that are worth files
RUN = 16 * MIB  # bytes of a run, or one class if that is larger
RUNS = 16  # no run has more than this part of the classes of its level
LOWEST = 6  # below, work on an array is so short that to find those it needs takes most of the time
BELOW = 2  # arrays of all levels need no more than so many times as much room as those of LOWEST and more cards left
LISTS = 3  # quarters of the memory that the lists of classes may take
DEPTH = 20  # a class of the lowest level takes about as long as so many bytes for each of its own higher up
DIGEST = 16


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build has come.

    left    cards left of the classes that are being worked out, or listed as long as there are no `runs`
    done    runs of classes done, of all levels, of so many `runs`
    found   how many of them an earlier build had done
    share   how much of all the work is done, about, 0 to 1
    """

    left: int
    done: int
    runs: int
    found: int
    share: float


Watch = Callable[[BuildProgress], None]


@contextmanager
def laid_out(
    levels: Levels, directory: Path, most: int, memory: int, progress: Watch | None = None
) -> Iterator[None]:
    """Works out all levels below the root; within the context each `part` of the root is there to be read. Small ones
    are left to `part` itself.

    `most` bytes of disk are used in `directory`, which is made, and removed at a good end; `memory` bytes for the
    lists of classes and for arrays. Raises `OSError` before the work begins if there is not so much room, and if
    another process is at it.
    """
    if levels.length < KEPT_LEAST:
        yield
        return
    scratch = _Scratch(levels, directory, progress)
    scratch.choose(most, memory)
    directory.mkdir(exist_ok=True)
    with open(directory / "lock", "w") as lock:
        if not try_lock(lock):
            raise BlockingIOError(errno.EAGAIN, "another process is building this table", str(directory))
        scratch.work()
        yield
        shutil.rmtree(directory, ignore_errors=True)


class _Scratch:
    def __init__(self, levels: Levels, directory: Path, progress: Watch | None) -> None:
        self.levels = levels
        self.directory = directory
        self.progress = progress
        levels.watch = self._watch
        self.lowest = levels.lowest
        self.left = levels.lowest
        self.done = self.runs = self.found = 0
        self.total = 1
        self.work_done = self.work_begun = 0

    # ---- how it is cut

    def choose(self, most: int, memory: int) -> None:
        """Chooses the lowest level, and shares the memory. Raises `OSError` if not even the highest finds room."""
        levels = self.levels
        top = levels.top
        if self._peak(top - 1) > most:
            raise self._no_room(self._peak(top - 1), most, "allowed")
        while levels.lowest > LOWEST and levels.descend(LISTS * memory // 4):
            if self._peak(levels.lowest) > most:
                levels.ascend()
                break
            self.left = levels.lowest
            self._watch(0.0)
        whole = sum(map(self._total, range(levels.lowest, top)))
        if levels.lowest <= LOWEST and BELOW * whole <= memory:
            while levels.lowest < top - 1:
                levels.ascend()
        self.lowest = levels.lowest
        runs = max(self._each(left) * levels.size(left) for left in range(self.lowest, top))
        levels.share(max(memory - levels.listed - runs, 0), self.lowest)

    def _total(self, left: int) -> int:
        """Bytes of all files of a level."""
        return self.levels.count(left) * self.levels.size(left) + len(self._runs(left)) * DIGEST

    def _peak(self, lowest: int) -> int:
        """The most bytes that are needed at a time, if this is the first level to be worked out."""
        top = self.levels.top
        two = [self._total(left) + self._total(left + 1) for left in range(lowest, top - 1)]
        return max(two, default=self._total(top - 1))

    def _each(self, left: int) -> int:
        """Classes of a run."""
        return max(min(RUN // self.levels.size(left), self.levels.count(left) // RUNS), 1)

    def _runs(self, left: int) -> range:
        """The numbers of the first classes of all runs of a level."""
        return range(0, self.levels.count(left), self._each(left))

    def _bounds(self, left: int, first: int) -> tuple[int, int]:
        return first, min(first + self._each(left), self.levels.count(left))

    def _work_of(self, left: int, first: int) -> int:
        """How much work a run is, as bytes of arrays of a higher level."""
        start, end = self._bounds(left, first)
        return (end - start) * self.levels.size(left) * (DEPTH if left == self.lowest else 1)

    # ---- the work

    def work(self) -> None:
        """Works out what is not there yet, level by level, and lends the highest."""
        top = self.levels.top
        missing: dict[int, list[int]] = {}
        for left in reversed(range(self.lowest, top)):
            missing[left] = [first for first in self._runs(left) if not self._is_whole(left, first)]
            if not missing[left]:
                break
        lowest = min(missing)
        self._remove_below(lowest)
        self._need(self._peak(lowest))
        every = {left: self._runs(left) for left in range(self.lowest, top)}
        self.total = sum(self._work_of(left, first) for left, runs in every.items() for first in runs)
        self.runs = sum(map(len, every.values()))
        self.done = self.found = self.runs - sum(map(len, missing.values()))
        self.work_done = self.total - sum(
            self._work_of(left, first) for left, runs in missing.items() for first in runs
        )
        for left in range(lowest, top):
            self.left = left
            for first in missing[left]:
                self._fill(left, first)
            self._lend(left)
            self._remove_below(left)

    def _fill(self, left: int, first: int) -> None:
        import numpy as np

        start, end = self._bounds(left, first)
        self.work_begun = self._work_of(left, first)
        values = np.empty((end - start) * self.levels.size(left), np.uint8)
        self.levels.fill(left, start, values)
        self._write(left, first, values)
        self.work_done += self.work_begun
        self.work_begun = 0
        self.done += 1
        self._watch(0.0)

    def _lend(self, left: int) -> None:
        import numpy as np

        paths = [self._path(left, first) for first in self._runs(left)]
        arrays = [np.memmap(path, np.uint8, "r", shape=(path.stat().st_size - DIGEST,)) for path in paths]
        self.levels.lend(left, arrays, self._each(left))
        if left > self.lowest:
            self.levels.lend(left - 1, [], 1)

    def _watch(self, share: float) -> None:
        if self.progress is not None:
            whole = (self.work_done + share * self.work_begun) / self.total
            self.progress(BuildProgress(self.left, self.done, self.runs, self.found, whole))

    # ---- files

    def _path(self, left: int, first: int) -> Path:
        return self.directory / f"{left:02}-{first:08}"

    def _is_whole(self, left: int, first: int) -> bool:
        """Whether a run is on disk as it should be, and not one of other classes."""
        import numpy as np

        start, end = self._bounds(left, first)
        size = (end - start) * self.levels.size(left)
        try:
            data = np.fromfile(self._path(left, first), np.uint8)
        except FileNotFoundError:
            return False
        return len(data) == size + DIGEST and self._digest(left, first, data[:size]) == data[size:].tobytes()

    def _write(self, left: int, first: int, values: Bytes) -> None:
        """Nobody waits for the disk here: what does not get there is not whole, and is done again."""
        path = self._path(left, first)
        new = path.with_suffix(".new")
        with open(new, "wb") as file:
            file.write(values.data)
            file.write(self._digest(left, first, values))
        os.replace(new, path)

    def _digest(self, left: int, first: int, values: Bytes) -> bytes:
        of = hashlib.blake2b(self.levels.keys(left, *self._bounds(left, first))).digest()
        return hashlib.blake2b(values.data, digest_size=DIGEST, key=of).digest()

    def _files(self) -> Iterator[Path]:
        return (path for path in self.directory.iterdir() if path.name != "lock")

    def _remove_below(self, lowest: int) -> None:
        """Removes all files but whole ones of this level and those above it."""
        for path in self._files():
            if path.suffix or not path.name[:2].isdecimal() or int(path.name[:2]) < lowest:
                path.unlink()

    def _need(self, peak: int) -> None:
        """Raises `OSError` if the disk has not so much room, with what is there already."""
        room = shutil.disk_usage(self.directory).free + sum(path.stat().st_size for path in self._files())
        if peak > room:
            raise self._no_room(peak, room, "there are")

    def _no_room(self, peak: int, room: int, told: str) -> OSError:
        return OSError(
            errno.ENOSPC,
            f"needs {-(-peak // MIB):,} MiB of disk, {told} {room // MIB:,}",
            str(self.directory),
        )
