"""What a search over many workers has proven, on disk: a later one goes on from there.

The file grows by a line of JSON for each answer, [position, least, whether the value is at least so much (null if that
was not found), nodes, seconds since the beginning], and for each position that was split, [position]. The first line
says what it is. A last line that is cut off, by a kill, is dropped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self

from ..checkpoint import CheckpointError
from ..files import try_lock
from ..position import Position

MAGIC = "scopone split search 1"
ANYTHING = (-(10**6), 10**6)  # bounds of a value of which nothing is known


class Ledger:
    """A file of answers about a position and what follows from it; a context that holds it open.

    split            position lines whose moves are asked about in their place
    nodes, seconds   spent so far

    Raises `CheckpointError` for a file that is something else, of another position, or in use; `OSError` if it cannot
    be read or written.
    """

    def __init__(self, path: Path, position: Position) -> None:
        self.split: set[str] = set()
        self.nodes = 0
        self.seconds = 0.0
        self._path = path
        self._head = json.dumps([MAGIC, str(position)]).encode() + b"\n"
        self._bounds: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        self._file = open(self._path, "a+b")
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        with self._file:
            os.fsync(self._file.fileno())

    def _read(self) -> None:
        if not try_lock(self._file):
            raise CheckpointError(f"{self._path}: another process is writing it")
        self._file.seek(0)
        whole = self._file.read()
        end = whole.rfind(b"\n") + 1
        if not whole.startswith(self._head):
            if whole.startswith(self._head[: len(MAGIC) + 4]) and end:
                raise CheckpointError(f"{self._path}: belongs to another position")
            if not self._head.startswith(whole):
                raise CheckpointError(f"{self._path}: not a split search")
            self._file.truncate(0)  # new, or killed in its first line
            self._file.write(self._head)
            self._file.flush()
            return
        for number, line in enumerate(whole[len(self._head) : end].splitlines(), 2):
            try:
                self._take(*json.loads(line))
            except (ValueError, TypeError):
                raise CheckpointError(f"{self._path}: damaged in line {number}") from None
        self._file.truncate(end)

    def _take(self, line: str, *answer: Any) -> None:
        if not answer:
            self.split.add(line)
            return
        least, holds, nodes, seconds = answer
        self.nodes += nodes
        self.seconds = seconds
        lower, upper = self.bounds(line)
        if holds is not None:
            self._bounds[line] = (max(lower, least), upper) if holds else (lower, min(upper, least - 1))

    def bounds(self, line: str) -> tuple[int, int]:
        """What the file has proven of a position."""
        return self._bounds.get(line, ANYTHING)

    def write(self, *entry: Any) -> None:
        """Adds a line, at once."""
        self._file.write(json.dumps(entry).encode() + b"\n")
        self._file.flush()
