"""Which engine computed something: two that search alike have the same signature."""

from __future__ import annotations

import os
import socket
from functools import cache
from typing import NamedTuple

from .._version import __version__
from ..bench import run_bench


class WrongEngine(RuntimeError):
    """A worker searches otherwise than the process that gives it work."""


class Engine(NamedTuple):
    """The version of scopone, and the nodes of its benchmark, which change with nearly every change of the search."""

    version: str
    signature: int

    def __str__(self) -> str:
        return f"scopone {self.version} with signature {self.signature}"


@cache
def this_engine() -> Engine:
    """The engine of this process. The first call runs the benchmark, which takes about half a second."""
    return Engine(__version__, run_bench().nodes)


def prove(expected: Engine) -> None:
    """Raises `WrongEngine` if this process searches otherwise than expected."""
    if this_engine() != expected:
        where = f"worker {os.getpid()} on {socket.gethostname()}"
        raise WrongEngine(f"{where} is {this_engine()}, not {expected}")
