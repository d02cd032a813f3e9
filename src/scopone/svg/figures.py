"""The court cards: fante, cavallo and re in full, jack, queen and king as two halves.

Italian figures stand in the middle of the card of 100 by 150 units and carry their suit at `BEARER`. A French
half is drawn above the middle line y = 75.
"""

from __future__ import annotations

from .palette import GOLD, HAIR, SKIN, Tint

BEARER = (75.0, 41.0)  # where an Italian figure holds its suit


def fante(t: Tint) -> str:
    """The page: cap with a feather, tunic, hose."""
    return (
        f'<g stroke="{t.ink}" stroke-width="1.3">'
        f'<path d="M41 92 39 122H32Q29 128 34 128H46L49 96 52 128H66Q68 123 61 122H59L58 92z" fill="{t.light}"/>'
        f'<path d="M38 122.5H33Q28 128 33 128.5H46L46.5 122.5zM52 122.5H61Q68 124 66 128.5H52.5z" fill="{t.ink}"/>'
        f'<path d="M36 58Q49 52 62 58L66 98Q49 104 32 98z" fill="{t.main}"/>'
        f'<path d="M45 56 49 99 53 56z" fill="{t.light}"/>'
        f'<path d="M34.3 79.5Q49 84 64 79.5V84.5Q49 89 33.8 84.5z" fill="{GOLD}"/>'
        f'<path d="M37 58Q27 64 24 80L33 88 36 84 31 78 38 70z" fill="{t.main}"/>'
        f'<path d="M61 58 74 66 72 54 78 53 82 72Q80 76 75 75L60 68z" fill="{t.main}"/>'
        f'<circle cx="75" cy="54" r="3.2" fill="{SKIN}"/>'
        f'<path d="M39 40Q36 56 41 58H57Q62 56 59 40z" fill="{HAIR}"/>'
        f'<path d="M41.5 38V48Q43 55.5 49 55.5T56.5 48V38z" fill="{SKIN}"/>'
        f'<path d="M37 39Q36 25 50 25 60 25 61 39 49 34 37 39z" fill="{t.main}"/>'
        f'<path d="M36 40.5Q49 34.5 62 40.5L61 36.5Q49 31 37 36.5z" fill="{GOLD}"/>'
        f'<path d="M40 29Q31 24 33 14 40 18 44 26z" fill="{t.light}"/></g>'
        f"{_face(49, 45, t)}"
    )


def cavallo(t: Tint) -> str:
    """The knight: a rider on a stepping horse."""
    coat, mane = "#f3efe6", t.ink
    return (
        f'<g transform="translate(-5)"><g stroke="{t.ink}" stroke-width="1.3">'
        f'<path d="M75 86Q86 88 84 103 79 100 77 95z" fill="{mane}"/>'
        f'<path d="M64 100 74 112 71 128H64.5L66.5 114 56 106zM40 104 41 128H47.5L48 106z" fill="{coat}"/>'
        f'<path d="M34 100 24 106 29 118 35 115 32.5 109 42 106z" fill="{coat}"/>'
        f'<path d="M32 96Q30 84 31 78L22 84Q17 83 18.5 78L26 66 27 59 31.5 63'
        f'Q40 66 45 84H66Q79 84 79 98 77 109 62 108H42Q34 106 32 96z" fill="{coat}"/>'
        f'<path d="M31 62Q42 63 48 84L42 84Q40 70 31 66z" fill="{mane}"/>'
        f'<path d="M23 71 31 78M24.5 80 46 88" fill="none"/>'
        f'<path d="M46 83H67L70 97Q58 102 45 97z" fill="{GOLD}"/>'
        f'<path d="M52 80Q52 92 50 98L47 108Q46 112 51 112H58L61 96 63 82z" fill="{t.light}"/>'
        f'<path d="M48.5 108H59L58 113.5H46Q45.5 110 48.5 108z" fill="{t.ink}"/>'
        f'<path d="M46 57Q55 52 64 57L66 86Q56 89 47 86z" fill="{t.main}"/>'
        f'<path d="M47 58Q40 66 39 78L46 80 50 68z" fill="{t.main}"/>'
        f'<circle cx="41" cy="80" r="2.9" fill="{SKIN}"/>'
        f'<path d="M63 57 77 64 76 54 82 53 85 68Q83 73 78 72L61 67z" fill="{t.main}"/>'
        f'<circle cx="79.5" cy="54" r="3" fill="{SKIN}"/>'
        f'<path d="M47 40Q45 54 48 56H62Q65 53 63 40z" fill="{HAIR}"/>'
        f'<path d="M48 38V47Q49.5 54 55 54T62 47V38z" fill="{SKIN}"/>'
        f'<path d="M44 39Q45 25 56 25 65 26 66 39 55 35 44 39z" fill="{t.main}"/>'
        f'<path d="M42 40.5Q55 34.5 68 40.5L66.5 36.5Q55 31 44 36.5z" fill="{GOLD}"/></g>'
        f'<circle cx="25.5" cy="71" r="1.1" fill="{t.ink}"/>{_face(55, 44, t)}</g>'
    )


def re(t: Tint) -> str:
    """The king: crown, beard, mantle to the ground."""
    return (
        f'<g stroke="{t.ink}" stroke-width="1.3">'
        f'<path d="M35 60Q49 52 63 60L72 128H26z" fill="{t.main}"/>'
        f'<path d="M42 58H56L59 128H39z" fill="{t.light}"/>'
        f'<path d="M41 84Q49 87.5 57 84L57.5 90Q49 93.5 40.5 90z" fill="{GOLD}"/>'
        f'<path d="M26 128 27 121H71L72 128z" fill="{GOLD}"/>'
        f'<path d="M36 59Q26 66 25 90L34 92 40 72z" fill="{t.main}"/>'
        f'<circle cx="29.5" cy="93" r="3.4" fill="{SKIN}"/>'
        f'<path d="M62 59 74 66 72 54 78 53 83 72Q81 77 75 76L60 70z" fill="{t.main}"/>'
        f'<circle cx="75" cy="54" r="3.2" fill="{SKIN}"/>'
        f'<path d="M35 61Q49 53 63 61L62 67Q49 60 36 67z" fill="#fff"/>'
        f'<path d="M38.5 38Q37 52 40 56H58Q61 52 59.5 38z" fill="{HAIR}"/>'
        f'<path d="M41 36V48Q43 54 49 54T57 48V36z" fill="{SKIN}"/>'
        f'<path d="M41 46.5Q45 50 49 48.5 53 50 57 46.5 58 60 49 68 40 60 41 46.5z" fill="{HAIR}"/>'
        f'<path d="M38 38V19L44 27 49 16 54 27 60 19V38Q49 34.5 38 38z" fill="{GOLD}"/></g>'
        f'<g fill="{t.main}"><circle cx="49" cy="31" r="2"/><circle cx="42" cy="33" r="1.4"/>'
        f'<circle cx="56" cy="33" r="1.4"/></g>'
        f'{_face(49, 42, t, mouth=False)}<path d="M46.5 51.5Q49 53 51.5 51.5" stroke="#fff" fill="none"/>'
    )


def _face(x: float, y: float, t: Tint, mouth: bool = True) -> str:
    """Eyes, and a mouth, around a point between the eyes."""
    eyes = f'<circle cx="{x - 3.2:g}" cy="{y:g}" r="1"/><circle cx="{x + 3.2:g}" cy="{y:g}" r="1"/>'
    smile = (
        f'<path d="M{x - 2:g} {y + 5.5:g}Q{x:g} {y + 6.8:g} {x + 2:g} {y + 5.5:g}" fill="none"/>'
        if mouth
        else ""
    )
    return f'<g fill="#3a2a1c" stroke="#3a2a1c" stroke-width=".7">{eyes}{smile}</g>'


def _bust(t: Tint) -> str:
    """Shoulders and breast of a French half figure."""
    return (
        f'<path d="M20 75Q22 58 42 54H58Q78 58 80 75z" fill="{t.main}"/>'
        f'<path d="M43 54 50 75 57 54z" fill="{t.light}"/>'
        f'<path d="M28 75 36 57 41 55 36 75zM72 75 64 57 59 55 64 75z" fill="{GOLD}"/>'
    )


def jack(t: Tint) -> str:
    """The upper half of the jack: cap, hair to the chin."""
    return (
        f'<g stroke="{t.ink}" stroke-width="1.2">{_bust(t)}'
        f'<path d="M40 36Q36 52 40 56H60Q64 52 60 36z" fill="{HAIR}"/>'
        f'<path d="M42 35V46Q44 55 50 55T58 46V35z" fill="{SKIN}"/>'
        f'<path d="M36 36 40 22H62L64 36Q50 31 36 36z" fill="{t.main}"/>'
        f'<path d="M35 38Q50 32 65 38L64 33Q50 27.5 36 33z" fill="{GOLD}"/>'
        f'<path d="M60 24Q70 24 71 14 62 13 57 23z" fill="{t.light}"/></g>{_face(50, 42, t)}'
    )


def queen(t: Tint) -> str:
    """The upper half of the queen: long hair, veil and a low crown."""
    return (
        f'<g stroke="{t.ink}" stroke-width="1.2">{_bust(t)}'
        f'<path d="M37 34Q30 56 35 66L42 60V40H58V60L65 66Q70 56 63 34z" fill="#a5691f"/>'
        f'<path d="M42 34V45Q44 55 50 55T58 45V34Q50 29 42 34z" fill="{SKIN}"/>'
        f'<path d="M37 35 35 20 42 27 50 17 58 27 65 20 63 35Q50 28 37 35z" fill="{GOLD}"/>'
        f'<path d="M43 57Q50 63 57 57L55 62Q50 66 45 62z" fill="{GOLD}"/></g>'
        f'<circle cx="50" cy="25" r="1.9" fill="{t.main}"/>{_face(50, 42, t, mouth=False)}'
        f'<path d="M47.5 48.5Q50 51 52.5 48.5z" fill="#b3261e"/>'
    )


def king(t: Tint) -> str:
    """The upper half of the king: beard and a high crown."""
    return (
        f'<g stroke="{t.ink}" stroke-width="1.2">{_bust(t)}'
        f'<path d="M39 36Q37 52 40 56H60Q63 52 61 36z" fill="{HAIR}"/>'
        f'<path d="M42 35V46Q44 54 50 54T58 46V35z" fill="{SKIN}"/>'
        f'<path d="M41.5 45.5Q46 49.5 50 48 54 49.5 58.5 45.5 60 59 50 67 40 59 41.5 45.5z" fill="{HAIR}"/>'
        f'<path d="M38 37V15L43.5 22 50 11 56.5 22 62 15V37Q50 32 38 37z" fill="{GOLD}"/>'
        f'<path d="M38.5 36.8Q50 32 61.5 36.8V31.5Q50 27 38.5 31.5z" fill="{t.main}"/></g>'
        f'{_face(50, 42, t, mouth=False)}<path d="M47.5 51Q50 52.5 52.5 51" stroke="#fff" fill="none"/>'
    )


FIGURES = {"F": fante, "C": cavallo, "R": re}
HALVES = {"J": jack, "Q": queen, "K": king}
