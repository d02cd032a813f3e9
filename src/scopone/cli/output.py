"""What goes to stdout: JSON lines, or readable text through rich."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def emit(data: dict[str, Any]) -> None:
    """One JSON object as a line, at once."""
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


@cache
def _console() -> Console:
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise  # noqa: PLE0704  (called where the error is handled: leave it to `main`)

    return Quiet(highlight=False)


def show(*parts: RenderableType) -> None:
    """Readable text: tables, coloured text, with an empty line after each block."""
    console = _console()
    for part in parts:
        console.print(part)
        console.print()


def prompt() -> str | None:
    """One line that a person types, without the blanks around it; None at the end of the input."""
    print("> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.strip() if line else None
