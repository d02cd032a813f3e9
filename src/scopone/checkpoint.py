"""Long searches on disk: what has been proven, so that a later run goes on from there.

A checkpoint is one file: a line that says what it is, a line of JSON (position, table format, what is proven at the
root, nodes and seconds spent), the table entries that took long to find, and a SHA-256 of everything before. It is
written beside its place and moved there, so that it is always whole.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from .cards import shown
from .files import replacing, try_lock
from .position import Position
from .solver.driver import Driver
from .solver.table import FORMAT

MAGIC = b"scopone checkpoint 1\n"
EFFORT = 13  # entries that took fewer than 2^13 nodes, about a millisecond, are found again sooner than read
PIECE = 24 << 16
DIGEST = 32


class CheckpointError(ValueError):
    """A file that is no checkpoint, is damaged, or belongs to another position."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Nodes and seconds that went into a search so far."""

    nodes: int = 0
    seconds: float = 0.0


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keeps other processes from a checkpoint, with a lock beside it that ends with the process at the latest.

    Raises `CheckpointError` if another process has it, `OSError` if nothing can be written there.
    """
    lock = path.with_name(f"{path.name}.lock")
    with open(lock, "wb") as file:
        # a lock file that was taken away after it was opened here keeps nobody out
        if (
            not try_lock(file)
            or not lock.exists()
            or not os.path.samestat(os.fstat(file.fileno()), lock.stat())
        ):
            raise CheckpointError(f"{path}: another process is writing it")
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def save(path: Path, position: Position, driver: Driver, spent: Spent) -> None:
    """Writes the state of a search of a position. Raises `OSError` if the file cannot be written."""
    head = {
        "position": str(position),
        "format": FORMAT,
        "bits": driver.bits,
        "proven": driver.proven,
        "nodes": spent.nodes,
        "seconds": round(spent.seconds, 3),
    }
    digest = hashlib.sha256()
    with replacing(path) as new, open(new, "wb") as file:
        for piece in (MAGIC, json.dumps(head).encode() + b"\n"):
            digest.update(piece)
            file.write(piece)
        for piece in driver.export_entries(EFFORT):
            digest.update(piece)
            file.write(piece)
        file.write(digest.digest())


def load(path: Path, position: Position, driver: Driver) -> Spent:
    """Puts a saved search of this position back into a driver that has just begun with it.

    Returns what the search has spent before. The whole file is checked before anything is taken from it. Raises
    `CheckpointError`, or `OSError` if the file cannot be read.
    """
    with open(path, "rb") as file:
        _check_whole(path, file)
        file.seek(len(MAGIC))
        head = _read_head(path, file)
        if head["position"] != str(position):
            raise CheckpointError(f"{path}: belongs to another position: {shown(head['position'])}")
        try:
            bits = int(head["bits"])
            driver.fit(bits)
            end = os.fstat(file.fileno()).st_size - DIGEST
            while file.tell() < end:
                driver.import_entries(file.read(min(PIECE, end - file.tell())), bits)
            driver.set_proven(head["proven"])
            return Spent(int(head["nodes"]), float(head["seconds"]))
        except (ValueError, TypeError, KeyError) as error:
            raise CheckpointError(f"{path}: {error}") from None


def _check_whole(path: Path, file: IO[bytes]) -> None:
    size = os.fstat(file.fileno()).st_size
    if file.read(len(MAGIC)) != MAGIC:
        raise CheckpointError(f"{path}: not a checkpoint")
    digest = hashlib.sha256(MAGIC)
    while file.tell() < size - DIGEST:
        digest.update(file.read(min(PIECE, size - DIGEST - file.tell())))
    if file.read() != digest.digest():
        raise CheckpointError(f"{path}: damaged or cut off")


def _read_head(path: Path, file: IO[bytes]) -> dict[str, Any]:
    try:
        head = json.loads(file.readline(1 << 20))
    except ValueError:
        head = None
    if (
        not isinstance(head, dict)
        or not {"position", "format", "bits", "proven", "nodes", "seconds"} <= head.keys()
    ):
        raise CheckpointError(f"{path}: not a checkpoint")
    if head["format"] != FORMAT:
        raise CheckpointError(
            f"{path}: of another version of the table (format {head['format']}, not {FORMAT})"
        )
    return head
