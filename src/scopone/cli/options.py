"""Arguments and options that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

MAX_DEPTH = 60  # no deal is longer
MEMORY_MIB = 256  # of a search, unless told otherwise


def _seconds(value: float | None) -> float | None:
    if value is not None and not 0 < value < math.inf:
        raise typer.BadParameter(f"{value:g} is not a positive number of seconds")
    return value


def _from_one(most: int) -> Callable[[int | None], int | None]:
    """Checks a whole number from 1; said here because the help would show the range in place of the name."""

    def check(value: int | None) -> int | None:
        if value is not None and not 1 <= value <= most:
            raise typer.BadParameter(f"{value} is not a number from 1 to {most}")
        return value

    return check


def _seed(value: int | None) -> int | None:
    """Checks the seed of a deal."""
    if value is not None and value < 0:
        raise typer.BadParameter(f"{value} is negative")
    return value


def _memory(value: int | None) -> int | None:
    """Checks a table's size against what the machine has, where it tells."""
    value = _from_one(2**24)(value)
    if value is not None and "SC_PHYS_PAGES" in getattr(os, "sysconf_names", ()):
        most = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
        if 0 < most < value:
            raise typer.BadParameter(f"{value} MiB is more than the {most} MiB of this machine")
    return value


def language(text: str | None) -> str | None:
    """Checks a language."""
    if text not in (None, "it", "en"):
        raise typer.BadParameter(f"{text!r} is not it or en")
    return text


Positions = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POS",
        help="A position line, in quotes or not; a shipped name; [bold]-[/] for standard input.",
        show_default=False,
    ),
]
File = Annotated[
    str | None,
    typer.Option(
        "--file",
        metavar="FILE",
        help="Read one position a line; blank lines and # comments are skipped.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="One JSON object a line, nothing else.")]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", callback=_from_one(64), help="Threads to search with.")
]
Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar="S",
        callback=_seconds,
        help="Stop after so many seconds, with proven bounds.",
        show_default=False,
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        metavar="N",
        callback=_from_one(2**62),
        help="Stop after so many nodes, with proven bounds.",
        show_default=False,
    ),
]
Memory = Annotated[
    int,
    typer.Option("--memory", metavar="MIB", callback=_memory, help="Memory for the table, in MiB."),
]
Checkpoint = Annotated[
    str | None,
    typer.Option(
        "--checkpoint",
        metavar="FILE",
        help="Keep the search in this file, and go on from it if it exists. For one position.",
        show_default=False,
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Search on a Dask cluster: tcp://HOST:PORT of its scheduler, or local:N for N workers here.",
        show_default=False,
    ),
]
TablesDirectory = Annotated[
    Path | None,
    typer.Option(
        "--tables",
        metavar="DIR",
        help="Where endgame tables are.",
        envvar="SCOPONE_TABLES",
        show_default="the user's data directory",
    ),
]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=MAX_DEPTH, help="How many moves.")]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", callback=_seed, help="The same seed gives the same deal.", show_default="any"
    ),
]
Count = Annotated[
    int,
    typer.Option(
        "--count", metavar="K", callback=_from_one(2**62), help="K deals, of the seeds N, N+1 and so on."
    ),
]
Language = Annotated[
    str, typer.Option("--language", metavar="L", callback=language, help="What is said in it or in en.")
]
