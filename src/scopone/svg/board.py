"""A whole position as an SVG picture: the hands around the table, the cards on it, what each side has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from ..cards import Card
from ..french import mapping_for
from ..names import seat_name, side_name
from ..notation import Hidden
from ..position import Position
from ..view import Hand, View
from .card import CARD_HEIGHT, CARD_WIDTH, back_svg, card_svg

WIDTH, TABLE_HEIGHT, ROW = 1000, 680, 34
FELT, CLOTH, INK, DIM = "#1f5a43", "#2a6d53", "#ffffff", "#d5e8dd"
HAND, ON_TABLE = 0.64, 0.74  # scale of cards
STEP = 44.0  # from one card of a hand to the next, at most
SIDE_STEP = 33.0
WORDS = {
    "it": {
        "cards": "carte", "denari": "denari", "scope": "scope", "points": "punti finora", "final": "punti",
        "stock": "tallone", "table": "tavola", "turn": "di turno", "dealer": "mazziere", "over": "mano finita",
    },
    "en": {
        "cards": "cards", "denari": "coins", "scope": "scope", "points": "points so far", "final": "points",
        "stock": "stock", "table": "table", "turn": "to move", "dealer": "dealer", "over": "hand over",
    },
}  # fmt: skip


class Place(NamedTuple):
    """Where a hand lies: its middle, upright (beside the table) or level, and where its label stands."""

    x: float
    y: float
    upright: bool
    label_x: float
    label_y: float


_BOTTOM = Place(500, 622, False, 500, 562)
_TOP = Place(500, 62, False, 500, 134)
_PLACES = {
    2: (_BOTTOM, _TOP),
    3: (_BOTTOM, Place(924, 350, True, 924, 142), Place(76, 350, True, 76, 142)),
    4: (_BOTTOM, Place(924, 350, True, 924, 142), _TOP, Place(76, 350, True, 76, 142)),
    6: (
        _BOTTOM, Place(924, 490, True, 924, 356), Place(924, 190, True, 924, 56),
        _TOP, Place(76, 190, True, 76, 56), Place(76, 490, True, 76, 356),
    ),
}  # fmt: skip


def position_svg(
    position: Position | View, style: str = "italian", language: str = "it", *, viewer: int = 0
) -> str:
    """The picture of a position, or of what a player sees of one: hidden hands are backs.

    style, language  as for `card_svg`
    viewer           the seat at the bottom; the others follow in order of play

    The seat to move has a triangle at its name, the dealer a ring with an M; below the table stand cards, denari,
    scope and points of each side. The result is an `<svg>` element without width and height. Raises `ValueError`
    for an unknown style or seat.
    """
    if not 0 <= viewer < position.rules.players:
        raise ValueError(f"seat {viewer}: {position.rules} has seats 0 to {position.rules.players - 1}")
    return _Board(position, style, language, viewer).svg()


class _Board:
    def __init__(self, position: Position | View, style: str, language: str, viewer: int) -> None:
        self.position = position
        self.known = position.placeholder if isinstance(position, View) else position
        self.rules = position.rules
        self.style = style
        self.language = language
        self.mapping = mapping_for(self.rules)
        self.words = WORDS[language]
        self.viewer = viewer

    def svg(self) -> str:
        height = TABLE_HEIGHT + ROW * (self.rules.n_sides + 1)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
            ' font-family="system-ui,DejaVu Sans,Liberation Sans,Arial,sans-serif" font-size="18">',
            f"<title>{escape(self.summary())}</title>",
            f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{FELT}"/>',
            f'<rect x="152" y="150" width="696" height="386" rx="26" fill="{CLOTH}"/>',
            *self.table(),
        ]
        for seat in range(self.rules.players):
            parts += self.hand(seat)
        return "".join([*parts, *self.strip(), "</svg>"])

    def summary(self) -> str:
        """The position in a line of words."""
        state = (
            self.words["over"]
            if self.known.is_over
            else f"{self.seat(self.position.turn)} {self.words['turn']}"
        )
        cards = " ".join(map(str, self.position.table)) or "-"
        return f"{self.rules}: {state}; {self.words['table']} {cards}"

    def seat(self, seat: int) -> str:
        return seat_name(seat, self.rules.players, self.language)

    def picture(self, card: Card | None, x: float, y: float, scale: float) -> str:
        """A card with its middle at (x, y), None for its back."""
        w, h = CARD_WIDTH * scale, CARD_HEIGHT * scale
        box = (
            f'x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" height="{h:.1f}"'
            f' viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}"'
        )
        if card is None:
            return back_svg(self.style, self.language, nested=box)
        return card_svg(card, self.style, self.language, self.mapping, nested=box)

    def hand(self, seat: int) -> Iterator[str]:
        around = (seat - self.viewer) % self.rules.players
        if self.rules.direction == "clockwise":
            around = -around % self.rules.players
        place = _PLACES[self.rules.players][around]
        yield self.label(seat, place)
        cards = _cards(self.position.hands[seat])
        for i, card in enumerate(cards):
            off = i - (len(cards) - 1) / 2
            x, y = (0.0, off * SIDE_STEP) if place.upright else (off * self.step(len(cards)), 0.0)
            yield self.picture(card, place.x + x, place.y + y, HAND)

    def step(self, n: int) -> float:
        """From one card of a level hand to the next: side by side where there is room."""
        return min(CARD_WIDTH * HAND + 6, max(STEP, 640 / max(n, 1)))

    def label(self, seat: int, place: Place) -> str:
        x, y = place.label_x, place.label_y
        name = self.seat(seat)
        half = 5 * len(name) + 4
        moves = seat == self.position.turn and not self.known.is_over
        weight = ' font-weight="bold"' if moves else ""
        text = f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="{INK}"{weight}>{name}</text>'
        if moves:
            text += (
                f'<path d="M{x - half - 16:g} {y - 13:g}l12 6.5-12 6.5z" fill="#ffd34d">'
                f"<title>{self.words['turn']}</title></path>"
            )
        if seat == self.rules.players - 1:
            text += (
                f'<g><title>{self.words["dealer"]}</title><circle cx="{x:g}" cy="{y - 27:g}" r="9.5" fill="none"'
                f' stroke="{INK}" stroke-width="1.5"/><text x="{x:g}" y="{y - 22.5:g}" text-anchor="middle"'
                f' font-size="13" fill="{INK}">M</text></g>'
            )
        return text

    def table(self) -> Iterator[str]:
        """The cards on the table in order, so that sums are easy to see."""
        cards = sorted(self.position.table)
        rows = -(-len(cards) // 8)
        per_row = -(-len(cards) // rows) if rows else 0
        for row in range(rows):
            part = cards[row * per_row : (row + 1) * per_row]
            for i, card in enumerate(part):
                x = 500 + (i - (len(part) - 1) / 2) * 84
                yield self.picture(card, x, 343 + (row - (rows - 1) / 2) * 119, ON_TABLE)
        stock = self.position.stock_size if isinstance(self.position, View) else len(self.position.stock)
        if stock:
            yield self.picture(None, 806, 478, 0.5)
            yield f'<text x="806" y="434" text-anchor="middle" fill="{INK}">{self.words["stock"]} {stock}</text>'

    def strip(self) -> Iterator[str]:
        """What each side has won: a row for each below the table."""
        over = self.known.is_over
        heads = [self.words[word] for word in ("cards", "denari", "scope", "final" if over else "points")]
        points = self.known.score().points
        columns = (430, 580, 730, 920)
        y = TABLE_HEIGHT + 22.0
        for x, head in zip(columns, heads, strict=True):
            yield f'<text x="{x}" y="{y:g}" text-anchor="end" font-size="15" fill="{DIM}">{head}</text>'
        for side in range(self.rules.n_sides):
            y += ROW
            taken = self.known.captured_by(side)
            numbers = (len(taken), sum(c.suit == "d" for c in taken), self.position.scope[side], points[side])
            name = side_name(side, self.rules.sides, self.language)
            yield f'<text x="60" y="{y:g}" fill="{INK}">{name}</text>'
            for x, number in zip(columns, numbers, strict=True):
                yield f'<text x="{x}" y="{y:g}" text-anchor="end" font-weight="bold" fill="{INK}">{number}</text>'


def _cards(hand: Hand) -> Sequence[Card | None]:
    return [None] * hand.count if isinstance(hand, Hidden) else hand
