"""Ctrl-C while a search runs: the first stops the search and keeps what it found, the second ends at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def cancelling(cancel: Callable[[], None]) -> Iterator[None]:
    """Within it the first Ctrl-C (or SIGTERM) calls `cancel`; on leaving, KeyboardInterrupt is raised if one came."""
    if current_thread() is not main_thread():  # signals belong to the main thread
        yield
        return
    pressed = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        cancel()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if pressed:
        raise KeyboardInterrupt
