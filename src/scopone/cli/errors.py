"""Exit statuses and the one way in which an error is told: one line on stderr."""

from __future__ import annotations

import sys

OK = 0
SOME_FAILED = 1  # of many positions; the rest was done
BAD_INPUT = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


class CommandError(Exception):
    """Ends a command: one line for stderr, and the exit status."""

    def __init__(self, message: str, status: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.status = status


def report(message: str) -> None:
    """One line on stderr, whatever the message holds."""
    line = " ".join(message.split())
    print(f"scopone: {line}", file=sys.stderr, flush=True)
