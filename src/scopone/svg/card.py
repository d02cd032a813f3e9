"""A card as an SVG picture of 100 by 150 units: corner indices, and pips or a figure."""

from __future__ import annotations

from functools import lru_cache

from .. import french
from ..cards import Card
from ..names import card_name
from .figures import BEARER, FIGURES, HALVES
from .glyphs import WIDTH, glyphs
from .palette import BROWN, EDGE, GOLD, PAPER, TINTS
from .pips import pip

CARD_WIDTH, CARD_HEIGHT = 100, 150
STYLES = ("italian", "french")

_L, _M, _R = 35, 50, 65  # columns of pips
_SIX = [(x, y) for y in (37, 75, 113) for x in (_L, _R)]
_EIGHT = [(x, y) for y in (30, 60, 90, 120) for x in (_L, _R)]
PLACES = {
    "A": [(_M, 75)],
    "2": [(_M, 42), (_M, 108)],
    "3": [(_M, 35), (_M, 75), (_M, 115)],
    "4": [(_L, 42), (_R, 42), (_L, 108), (_R, 108)],
    "5": [(_L, 40), (_R, 40), (_M, 75), (_L, 110), (_R, 110)],
    "6": _SIX,
    "7": [*_SIX, (_M, 56)],
    "8": [*_SIX, (_M, 56), (_M, 94)],
    "9": [*_EIGHT, (_M, 75)],
    "T": [*_EIGHT, (_M, 45), (_M, 105)],
}
SIZES = {"A": 62.0, "2": 36.0, "3": 31.0, "4": 24.0, "5": 24.0}
SMALL = 21.0  # the pips of all other cards


def card_svg(
    card: Card, style: str = "italian", language: str = "it", mapping: str = "fr52", *, nested: str = ""
) -> str:
    """The picture of a card: an `<svg>` element without width and height, so that the page sets them.

    style     `italian`, or `french` with J Q K
    language  `it` or `en`, of its title
    mapping   of French cards, as in `scopone.french`
    nested    attributes in place of those of a document of its own, for a picture within a picture

    Raises `ValueError` for an unknown style and `CardError` for a card that the mapping's pack has not.

    >>> card_svg(Card("7d")).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 150"')
    True
    """
    _check(style)
    if style == "french":
        name = french.card_name(card, language, mapping)
        rank = french.write_card(card, mapping)[:-1]
    else:
        name = card_name(card, language)
        rank = "10" if card.rank == "T" else card.rank
    return _framed(_face(card, style, rank), name, nested)


def back_svg(style: str = "italian", language: str = "it", *, nested: str = "") -> str:
    """The back of a card. Arguments as for `card_svg`."""
    _check(style)
    return _framed(_back(style), "carta coperta" if language == "it" else "face-down card", nested)


def _check(style: str) -> None:
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r} (one of {', '.join(STYLES)})")


def _framed(inner: str, name: str, nested: str) -> str:
    own = nested or f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" role="img"'
    paper = f'<rect x="1" y="1" width="98" height="148" rx="8" fill="{PAPER}" stroke="{EDGE}" stroke-width="1.5"/>'
    return (
        f"<svg {own}><title>{name}</title>{paper}"
        f'<g stroke-linejoin="round" stroke-linecap="round">{inner}</g></svg>'
    )


@lru_cache(maxsize=256)
def _face(card: Card, style: str, rank: str) -> str:
    tint = TINTS[style][card.suit]
    index = f'<g transform="translate(6 7)">{glyphs(rank, tint.ink)}</g>' + pip(
        card.suit, style, 6 + WIDTH / 2, 41, 16
    )
    corners = f'{index}<g transform="rotate(180 50 75)">{index}</g>'
    if rank in HALVES:
        return corners + _halves(card, rank)
    if style == "italian" and card.rank in FIGURES:
        return corners + FIGURES[card.rank](tint) + pip(card.suit, style, *BEARER, 24)
    turns = style == "french"
    # a number as it is shown: in a French pack without courts the eight stands for the fante
    shown = {"10": "T"}.get(rank, rank)
    size = SIZES.get(shown, SMALL)
    return corners + "".join(
        pip(card.suit, style, x, y, size, turned=turns and y > 75) for x, y in PLACES[shown]
    )


def _halves(card: Card, rank: str) -> str:
    """A French court: the half above the middle, and again upside down."""
    tint = TINTS["french"][card.suit]
    half = f'<g transform="translate(6.5 9) scale(.88)">{HALVES[rank](tint)}</g>' + pip(
        card.suit, "french", 32, 18, 13
    )
    line = (
        f'<path d="M25 75H75" stroke="{GOLD}" stroke-width="2"/>'
        f'<rect x="24" y="8" width="52" height="134" rx="3" fill="none" stroke="{tint.ink}" stroke-width=".8"/>'
    )
    return f'{half}<g transform="rotate(180 50 75)">{half}</g>{line}'


@lru_cache(maxsize=8)
def _back(style: str) -> str:
    """Lozenges in a frame."""
    main, light = {"italian": ("#7d2438", "#e9c9a0"), "french": ("#23477a", "#cfdcee")}[style]
    lozenges = "".join(
        f"M{x} {y - 9}l8 9-8 9-8-9z"
        for row, y in enumerate(range(21, 140, 9))
        for x in range(18 + 8 * (row % 2), 90, 16)
        if 16 <= x <= 84
    )
    return (
        f'<rect x="7" y="7" width="86" height="136" rx="5" fill="{main}"/>'
        f'<path d="{lozenges}" fill="none" stroke="{light}" stroke-width=".9"/>'
        f'<circle cx="50" cy="75" r="17" fill="{main}" stroke="{light}" stroke-width="2"/>'
        f'<path d="M50 62 54 71 63 75 54 79 50 88 46 79 37 75 46 71z" fill="{GOLD}" stroke="{BROWN}"/>'
    )
