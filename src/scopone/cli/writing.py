"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

from ..files import replacing
from .errors import CommandError


def write_file(name: str, data: bytes) -> None:
    """Writes a file, `-` for standard output. What was there before stays until all of the new is on disk."""
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a pipe or a device takes it as it comes
            path.write_bytes(data)
            return
        with replacing(path) as new:
            new.write_bytes(data)
            if path.exists():
                new.chmod(path.stat().st_mode)
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot write {name}: {getattr(error, 'strerror', None) or error}") from None
