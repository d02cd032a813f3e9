"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

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
        _replace(path, data)
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot write {name}: {getattr(error, 'strerror', None) or error}") from None


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
    handle, new = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
        os.chmod(new, mode)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
