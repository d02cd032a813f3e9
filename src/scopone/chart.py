"""Charts of arena results, with matplotlib (the extra `plot`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arena import Standing


class ChartError(ValueError):
    """A chart that cannot be drawn: matplotlib is missing, or the file name is no picture."""


def draw_standings(rows: Sequence[Standing], path: str) -> None:
    """Draws wins, ties and losses of each player as bars, to a .png or .svg file. Raises `ChartError`."""
    if not path.lower().endswith((".png", ".svg")):
        raise ChartError(f"{path}: a chart is a .png or .svg file")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ChartError("charts need matplotlib: pip install 'scopone[plot]'") from None
    figure = Figure(figsize=(8, 0.6 * len(rows) + 1.4), layout="constrained")
    axes = figure.subplots()
    left = [0.0] * len(rows)
    names = [row.player for row in rows]
    for label, colour in (("wins", "#2a6f4e"), ("ties", "#c9c5b8"), ("losses", "#a8483d")):
        share = [100 * getattr(row, label) / (row.wins + row.losses + row.ties) for row in rows]
        bars = axes.barh(names, share, left=left, color=colour, label=label)
        axes.bar_label(bars, fmt="%.1f", label_type="center", color="white" if label != "ties" else "black")
        left = [a + b for a, b in zip(left, share, strict=True)]
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of all games against the others")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    try:
        figure.savefig(path)
    except OSError as error:
        raise ChartError(f"cannot write {path}: {error.strerror or error}") from None
