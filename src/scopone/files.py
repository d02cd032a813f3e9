"""Files that are whole or absent, and places that one process at a time writes to."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


@contextmanager
def replacing(path: Path, new: Path | None = None) -> Iterator[Path]:
    """Gives a path to write to; what is there at the end is on disk and takes the place of `path`, all at once.

    It is `new`, or a path beside that of no other process; nothing stays there if the writing fails. Raises
    `OSError`.
    """
    new = new or path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield new
        with open(new, "rb") as file:
            os.fsync(file.fileno())
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def try_lock(file: IO[Any]) -> bool:
    """Locks an open file, until it is closed or the process ends; False if another has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
