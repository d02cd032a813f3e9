"""Colours of the drawings, in one place.

Suits differ in shape first. Denari, coppe and bastoni differ in lightness too, so that they stay apart for eyes that
do not tell red from green; the inks have a contrast of 7 to 1 or more on the paper.
"""

from __future__ import annotations

from typing import NamedTuple

PAPER = "#fffdf6"
EDGE = "#b9b3a2"
SKIN = "#f4d6b4"
HAIR = "#5a3a20"
GOLD = "#f4b71f"
BROWN = "#7a4a00"
STEEL = "#dfe9f2"
WOOD = "#a86f35"


class Tint(NamedTuple):
    """A suit's colours: of the surfaces, of outlines and the index, of light parts."""

    main: str
    ink: str
    light: str


ITALIAN = {
    "d": Tint("#e9a400", "#6d4200", "#ffe7a3"),
    "c": Tint("#dd4a33", "#86180a", "#ffc9bd"),
    "s": Tint("#2f7fc4", "#0b3c6b", "#cfe4f7"),
    "b": Tint("#1c6b41", "#0f4529", "#c9ecd8"),
}
FRENCH = {
    "d": Tint("#d0342c", "#96130d", "#ffd5cf"),
    "c": Tint("#c4122f", "#8c0620", "#ffd0d8"),
    "s": Tint("#33456b", "#161c2c", "#ccd6ea"),
    "b": Tint("#2c5a4a", "#10241d", "#cbe3da"),
}
TINTS = {"italian": ITALIAN, "french": FRENCH}
