"""Ctrl-C while a search runs: the first stops the search and keeps what it found, the second ends at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def cancelling(cancel: Callable[[], None]) -> Iterator[None]:
    """Within it the first Ctrl-C calls `cancel`; on leaving, KeyboardInterrupt is raised if there was one."""
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

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
