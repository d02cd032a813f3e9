"""The progress bar on stderr while something long runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..analysis import Limit, Progress
    from ..batch import SplitProgress


Draw = Callable[
    [float, float | None, str], None
]  # how much is done, of how much (None: not known), and a text


@contextmanager
def progress_bar() -> Iterator[Draw | None]:
    """Gives what draws the bar; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total, told: bar.update(task, completed=done, total=total, description=told)


@contextmanager
def watching(limit: Limit) -> Iterator[Callable[[Progress | SplitProgress], None] | None]:
    """The progress callback of a search that draws the bar; None where stderr is no terminal."""
    with progress_bar() as draw:

        def update(progress: Progress | SplitProgress) -> None:
            assert draw is not None
            share = _share(progress, limit)
            draw(share or 0.0, None if share is None else 1.0, _told(progress))

        yield draw and update


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
