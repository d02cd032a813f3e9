"""Workers on this machine: processes that end with the one that started them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def local_executor(jobs: int | None = None) -> Iterator[ProcessPoolExecutor]:
    """An executor of so many processes, one for each usable core if None.

    Left with an exception, as by Ctrl-C, it ends them in the middle of whatever they search; they end as well when
    this process is killed.
    """
    context = get_context("spawn")  # they inherit neither threads nor open files
    lifeline, hold = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs or usable_cores(), context, _begin, (lifeline,))
    try:
        yield pool
        pool.shutdown()
    finally:
        hold.close()
        pool.shutdown(cancel_futures=True)
        lifeline.close()


def _begin(lifeline: Connection) -> None:
    """In a worker."""
    ignore_interrupts()
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def ignore_interrupts() -> None:
    """In a worker: Ctrl-C in a terminal reaches it, too, but it is the starter's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_with(lifeline: Connection) -> None:
    """Nothing is ever sent: the wait ends when nobody holds the other end any more."""
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)
