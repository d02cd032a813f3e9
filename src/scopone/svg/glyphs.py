"""The letters and numbers of the corner indices, drawn with strokes: the same everywhere, with no font needed."""

from __future__ import annotations

HEIGHT = 22  # a glyph stands in a box of 14 by 22 units, its strokes included
WIDTH = 14

_GLYPHS = {
    "A": "M2 20 7 2 12 20M4 14H10",
    "2": "M2.5 6.5C2.5 0.5 11.5 0.5 11.5 6.5 11.5 11 4 14.5 2.2 20H12",
    "3": "M2.5 4C5 1 11.5 1.5 11.5 6.3 11.5 9.5 8.5 10.5 6 10.5 9 10.5 12 12 12 15.3 12 20.8 4.5 21 2 18",
    "4": "M9.5 20V2L2 14.5H12.5",
    "5": "M11 2H4L3 10.5C5.5 8.3 12 8.5 12 14.3 12 20.5 4.8 21 2 18.5",
    "6": "M10.5 2C6 4 2 9 2 14.5 2 22 12 22 12 14.8 12 8.5 4 8.5 2.5 13.5",
    "7": "M2 2H12C8.5 7 6.5 13 6 20",
    "8": "M7 10.5C1.5 10.5 1.5 2 7 2S12.5 10.5 7 10.5C.5 10.5 .5 20 7 20S13.5 10.5 7 10.5z",
    "9": "M3.5 20C8 18 12 13 12 7.5 12 0 2 0 2 7.2 2 13.5 10 13.5 11.5 8.5",
    "1": "M1 6 5 2V20",
    "0": "M7.5 2C1.5 2 1.5 20 7.5 20S13.5 2 7.5 2z",
    "F": "M3 20V2H12M3 10.5H10",
    "C": "M12 5.5C9.5 .5 2 1 2 11S9.5 21.5 12 16.5",
    "R": "M2.5 20V2H7C13.5 2 13.5 11 7 11H2.5M7.5 11 12 20",
    "J": "M10.5 2V14.5C10.5 21 3 21.5 2 16.5",
    "Q": "M7 2C.5 2 .5 20 7 20S13.5 2 7 2zM8 15 12.5 20.5",
    "K": "M2.5 2V20M12 2 2.5 13M6 9.5 12 20",
}


def glyphs(text: str, ink: str) -> str:
    """A rank such as `7`, `R` or `10` with its upper left corner at the origin, `WIDTH` wide."""
    if text == "10":
        paths = (
            f'<path transform="translate(-1.5)" d="{_GLYPHS["1"]}"/>'
            f'<path transform="translate(5) scale(.82 1)" d="{_GLYPHS["0"]}"/>'
        )
    else:
        paths = f'<path d="{_GLYPHS[text]}"/>'
    return f'<g fill="none" stroke="{ink}" stroke-width="3.2">{paths}</g>'
