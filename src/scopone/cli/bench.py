"""The command that measures the solver."""

from __future__ import annotations

import typer

from .options import Json
from .output import emit, show


def bench(*, json: Json = False) -> int:
    """Measure the solver on fixed positions: nodes a second, and the number of nodes as its signature.

    One thread and a fixed table. The signature is the same on every run and machine; a change of it says that
    the search has changed.
    """
    from ..bench import run_bench

    found = run_bench()
    data = {
        "positions": found.positions,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "nodes_per_second": round(found.nodes_per_second),
        "signature": found.nodes,
    }
    if json:
        emit(data)
    else:
        show(
            f"{found.positions} positions in {found.seconds:.2f} s, {found.nodes_per_second:,.0f} nodes/s\n"
            f"signature {found.nodes}"
        )
    return 0


def register(app: typer.Typer) -> None:
    """Adds the commands of this family."""
    app.command(rich_help_panel="Measuring")(bench)
