"""The signs of the suits, drawn around the origin, about 24 units wide and high."""

from __future__ import annotations

from .palette import BROWN, FRENCH, GOLD, ITALIAN, STEEL, WOOD

_D, _C, _S, _B = (ITALIAN[suit] for suit in "dcsb")

_ITALIAN = {
    "d": f'<circle r="11.5" fill="{GOLD}" stroke="{BROWN}" stroke-width="1.4"/>'
    f'<circle r="8.2" fill="{_D.light}" stroke="{BROWN}"/>'
    f'<path d="M-4.8-4.8H4.8V4.8H-4.8zM0-6.8 6.8 0 0 6.8-6.8 0z" fill="{_D.main}" stroke="{BROWN}" stroke-width=".7"/>'
    f'<circle r="2" fill="{_C.main}"/>',
    "c": f'<g stroke="{_C.ink}"><path d="M-9-11H9C9-2 6 2 2 3.4V6C5 6.5 7 8.5 7.5 11.5H-7.5C-7 8.5-5 6.5-2 6V3.4'
    f'C-6 2-9-2-9-11z" fill="{_C.main}" stroke-width="1.3"/><ellipse cy="-11" rx="9" ry="1.9" fill="{_C.light}"/></g>'
    f'<path d="M-8.3-6.5H8.3L7.5-3H-7.5z" fill="{GOLD}"/>',
    "s": f'<g stroke="{_S.ink}"><path d="M-3 5V-9.5L0-14 3-9.5V5z" fill="{STEEL}"/>'
    f'<path d="M-9 2.5Q0 5.5 9 2.5V6.5Q0 8.5-9 6.5zM-1.7 7.5H1.7V10.5H-1.7z" fill="{_S.main}"/>'
    f'<circle cy="12" r="2.3" fill="{GOLD}"/></g><path d="M0-10.5V2" stroke="{_S.main}" stroke-width="1.2"/>',
    "b": f'<g stroke="{_B.ink}"><path d="M-2.6 12.5-6.6-6A6.6 7 0 0 1 6.6-6L2.6 12.5Q0 14-2.6 12.5z" fill="{WOOD}" '
    f'stroke-width="1.2"/><path d="M-4 6H4L3.2 9.5H-3.2z" fill="{_B.main}"/><g fill="#f0d3a2">'
    '<ellipse cx="-6" cy="-2.5" rx="1.9" ry="2.2"/><ellipse cx="5.3" cy="1.2" rx="1.8" ry="1.9"/>'
    '<ellipse cx="1.5" cy="-7.5" rx="1.8" ry="1.5"/></g></g>',
}

_FRENCH = {
    "d": f'<path d="M0-12.5Q4-5 9.5 0 4 5 0 12.5-4 5-9.5 0-4-5 0-12.5z" fill="{FRENCH["d"].main}"/>',
    "c": '<path d="M0 11.5C-4 5.5-11 2-11-4.5-11-11.5-2-12.5 0-6 2-12.5 11-11.5 11-4.5 11 2 4 5.5 0 11.5z" '
    f'fill="{FRENCH["c"].main}"/>',
    "s": '<path d="M0-12.5C3-7.5 10.5-3.5 10.5 3 10.5 8.5 4 9 1.5 5.5 1.7 9 3 11 4.5 12.5H-4.5C-3 11-1.7 9'
    f'-1.5 5.5-4 9-10.5 8.5-10.5 3-10.5-3.5-3-7.5 0-12.5z" fill="{FRENCH["s"].ink}"/>',
    "b": '<path d="M-1.4 4C-3.5 8-11 7.5-11 2-11-2-7-3.5-4-2.5-7-6-5-12 0-12S7-6 4-2.5C7-3.5 11-2 11 2 11 7.5 3.5 8'
    f' 1.4 4 1.5 8 3 11 4.5 12.5H-4.5C-3 11-1.5 8-1.4 4z" fill="{FRENCH["b"].ink}"/>',
}
PIPS = {"italian": _ITALIAN, "french": _FRENCH}


def pip(suit: str, style: str, x: float, y: float, size: float = 24, *, turned: bool = False) -> str:
    """A sign with its middle at (x, y), `size` units high; `turned` upside down."""
    scale = size / 24
    how = f"translate({x:g} {y:g})" + (" rotate(180)" if turned else "")
    if scale != 1:
        how += f" scale({scale:.3g})"
    return f'<g transform="{how}">{PIPS[style][suit]}</g>'
