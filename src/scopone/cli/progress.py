"""The progress bar on stderr while a search runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..analysis import Limit, Progress
    from ..batch import SplitProgress


@contextmanager
def watching(limit: Limit) -> Iterator[Callable[[Progress | SplitProgress], None] | None]:
    """Gives a progress callback that draws a bar; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = BarColumn(bar_width=20), TimeElapsedColumn(), TextColumn("{task.description}")
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def update(progress: Progress | SplitProgress) -> None:
            share = _share(progress, limit)
            bar.update(task, total=share and 1.0, completed=share or 0.0, description=_told(progress))

        yield update


def _share(progress: Progress | SplitProgress, limit: Limit) -> float | None:
    """How much of the limit is used up; None without one."""
    shares = []
    if limit.seconds is not None:
        shares.append(progress.seconds / limit.seconds)
    if limit.nodes is not None:
        shares.append(progress.nodes / limit.nodes)
    return min(1.0, max(shares)) if shares else None


def _told(progress: Progress | SplitProgress) -> str:
    from ..analysis import Progress
    from ..solution import Bounds

    told = f"value {Bounds(progress.lower, progress.upper)}  {progress.nodes / 1e6:.1f} M nodes"
    if isinstance(progress, Progress):
        return f"{told}  {progress.nodes_per_second / 1e6:.1f} M/s  table {progress.table_used:.0%}"
    return f"{told}  {progress.answered} questions answered, {progress.under_way} under way"
