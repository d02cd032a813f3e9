"""The parts that rules are made of: what is scored, when a deal is void, what may be declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .cards import SUIT_NAMES, Card, pack, read_cards, shown, write_cards


@dataclass(frozen=True, slots=True)
class Majority:
    """Points for the side with strictly the most cards of a kind: `cards`, `suit:d` or `rank:7`.

    tie   `none`: nobody has them, or `split`: the best sides share them
    min   fewer cards than this win nothing
    """

    name: str
    of: str
    points: int = 1
    tie: str = "none"
    min: int | None = None

    def cards(self, deck: str) -> frozenset[Card]:
        """The cards of a pack that are counted."""
        kind, _, what = self.of.partition(":")
        return frozenset(
            c for c in pack(deck) if kind == "cards" or (c.suit if kind == "suit" else c.rank) == what
        )


@dataclass(frozen=True, slots=True)
class CardItem:
    """Points (of either sign) for the side that takes a card; `requires` another card in the same pile."""

    name: str
    card: Card
    points: int
    requires: Card | None = None


@dataclass(frozen=True, slots=True)
class SetItem:
    """Points for the side that takes all of some cards."""

    name: str
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RunItem:
    """A point a card for an unbroken run of a suit from the ace, of `min` cards at least, `max` at most."""

    name: str
    suit: str
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Primiera:
    """How the primiera is decided: by `points` (best card of each suit, `values` classic or veneto) or by
    `count_lex` (most cards of the first of `ranks`; if level, of the next)."""

    mode: str = "points"
    values: str = "classic"
    ranks: tuple[str, ...] = ()


CLASSIC = Primiera()


@dataclass(frozen=True, slots=True)
class Redeal:
    """The deal is void with so many cards of a rank (`*`: of any one rank) or more on the opening table, or
    with a total of no more than `total_at_most` (then there is no rank)."""

    rank: str = ""
    at_least: int = 0
    total_at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Declarations:
    """Points announced on a hand of three cards.

    items             (name, test, points), see `TESTS`
    wild              a card that stands for any rank
    stack             if several tests pass: `best` counts the one with the most points, `sum` all of them
    mode              `optional`, or `automatic`: nobody can keep silent
    wild_keeps_value  `when_played`: the wild card plays as the rank that was declared; `no`: as itself
    """

    items: tuple[tuple[str, str, int], ...]
    wild: Card | None = None
    stack: str = "best"
    mode: str = "optional"
    wild_keeps_value: str = "no"


TESTS = {
    "three_equal": "three cards of a rank",
    "low": "a total of nine or less",
    "low_all_different": "a total of nine or less, three ranks",
    "low_with_pair": "a total of nine or less, two or three cards of a rank",
}


def fields_from_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of `Rules` from those of a presets file, where cards are texts and parts are plain objects."""
    return {field: _READ[field](value) if field in _READ else value for field, value in data.items()}


def _majority(m: Mapping[str, Any]) -> Majority:
    kind, _, what = m["of"].partition(":")
    of = kind if not what else f"{kind}:{what.lower() if kind == 'suit' else what.upper()}"
    return Majority(m["name"], of, m["points"], m["tie"], m["min"])


def _card_item(i: Mapping[str, Any]) -> CardItem:
    requires = i.get("requires")
    return CardItem(i["name"], Card(i["card"]), i["points"], Card(requires) if requires else None)


def _primiera(p: Mapping[str, Any]) -> Primiera:
    return Primiera(p["mode"], p.get("values", "classic"), tuple(p.get("ranks", ())))


def _declarations(d: Mapping[str, Any]) -> Declarations:
    rest = {key: value for key, value in d.items() if key not in ("items", "wild")}
    return Declarations(
        tuple((name, test, points) for name, test, points in d["items"]),
        Card(d["wild"]) if d["wild"] else None,
        **rest,
    )


def win_text(text: str) -> str:
    """The canonical text of a condition that wins the match: `all:d`, `cards:Ad2d3d`.

    Raises `ValueError` for any other text.
    """
    kind, _, what = text.partition(":")
    if kind == "all" and what.lower() in SUIT_NAMES:
        return f"all:{what.lower()}"
    if kind == "cards" and what:
        return "cards:" + write_cards(set(read_cards(what.replace(",", ""))))
    raise ValueError(f"{shown(text)} where all:SUIT or cards:CARDS belongs")


def win_cards(text: str, deck: str) -> frozenset[Card]:
    """The cards that one side must take for a condition, as `win_text` writes it."""
    kind, _, what = text.partition(":")
    return (
        frozenset(c for c in pack(deck) if c.suit == what) if kind == "all" else frozenset(read_cards(what))
    )


_READ: dict[str, Any] = {
    "sides": lambda v: v and tuple(v),
    "redeal": lambda v: tuple(Redeal(**r) for r in v),
    "dealer_table_bonus": lambda v: tuple((total, scope) for total, scope in v),
    "capture_modes": frozenset,
    "majorities": lambda v: tuple(map(_majority, v)),
    "card_items": lambda v: tuple(map(_card_item, v)),
    "set_items": lambda v: tuple(SetItem(i["name"], tuple(map(Card, i["cards"])), i["points"]) for i in v),
    "run_items": lambda v: tuple(RunItem(i["name"], i["suit"].lower(), i["min"], i["max"]) for i in v),
    "primiera": lambda v: v and _primiera(v),
    "scopa_card_points": lambda v: tuple((Card(c), points) for c, points in v.items()),
    "instant_win": lambda v: tuple(map(win_text, v)),
    "declarations": lambda v: v and _declarations(v),
}
