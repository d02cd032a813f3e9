"""What a notebook shows of the results of a search: the table as a picture, the values as an HTML table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..solution import Analysis, Solution
from .board import position_svg


def solution_html(solution: Solution) -> str:
    """A solution, or an analysis with a row for each move, as HTML without scripts."""
    picture = position_svg(solution.position, language="en")
    return f'<div><div style="max-width:640px">{picture}</div>{_words(solution)}</div>'


def _words(s: Solution) -> str:
    parts = [f"<p>value <b>{escape(str(s.bounds))}</b>, {s.nodes:,} nodes, {s.seconds:.2f} s</p>"]
    if isinstance(s, Analysis) and s.moves:
        parts.append(f"<table><tr><th>move<th>value<th>cost</tr>{''.join(_rows(s))}</table>")
    elif s.best is not None:
        parts.append(f"<p>best move <code>{escape(str(s.best))}</code></p>")
    if s.line:
        parts.append(f"<p>line <code>{escape(' '.join(map(str, s.line)))}</code></p>")
    return "".join(parts)


def _rows(a: Analysis) -> Iterator[str]:
    for m in a.moves:
        known = a.value is not None and m.value is not None
        cost = str(abs(a.value - m.value) or "") if known else "?"  # type: ignore[operator]
        best = "font-weight:bold" if m.bounds == a.moves[0].bounds else ""
        yield (
            f'<tr style="{best}"><td><code>{escape(str(m.move))}</code>'
            f"<td>{escape(str(m.bounds))}<td>{cost}</tr>"
        )
