"""The rules of a game: one frozen object with a named option for everything that villages differ in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from .cards import PACKS, Card, shown


class RulesError(ValueError):
    """Options that do not go together, or a name that no rules have."""


@dataclass(frozen=True, slots=True)
class Majority:
    """Points for the side with strictly the most cards of a kind: `cards`, `suit:d` or `rank:7`."""

    name: str
    of: str
    points: int = 1
    tie: str = "none"
    min: int | None = None


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
    """A point a card for an unbroken run of a suit from the ace, of at least `min` cards."""

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


@dataclass(frozen=True, slots=True)
class Redeal:
    """The deal is void with so many cards of a rank (`*`: of any one rank) or more on the opening table.

    With `total_at_most`: if the cards of the opening table total so little.
    """

    rank: str = ""
    at_least: int = 0
    total_at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Declarations:
    """Points announced on a hand of three cards: items are (name, test, points)."""

    items: tuple[tuple[str, str, int], ...]
    wild: Card | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that decides a game. Make one with `Rules.preset(name)` or `Rules.parse("scopone10")`.

    The fields are those of the specification of the family; each has the default of `scopa2`.
    `sides[seat]` is the side of a seat; play goes from seat 0 upwards, the dealer sits last.
    Raises `RulesError` (a `ValueError`) for options that cannot be played together.
    """

    name: str = "scopa2"
    deck: str = "it40"
    players: int = 2
    sides: tuple[int, ...] = (0, 1)
    direction: str = "anticlockwise"
    dealer_rotation: str = "right"
    hand: int = 3
    table: int = 4
    redeal: tuple[Redeal, ...] = (Redeal("R", 3),)
    dealer_table_bonus: tuple[tuple[int, int], ...] = ()
    last_handful_open: bool = False
    capture_modes: frozenset[str] = frozenset({"equal", "sum"})
    single_priority: str = "all"
    max_capture_cards: int | None = None
    fewest_cards: bool = False
    capture_compulsory: bool = True
    ace_sweep: str = "off"
    ace_sweep_scopa: bool = False
    ace_on_empty: str = "stays"
    ace_opening: str = "free"
    last_card_scopa: str = "never"
    scopa_points: int = 1
    majorities: tuple[Majority, ...] = (Majority("carte", "cards"), Majority("denari", "suit:d"))
    card_items: tuple[CardItem, ...] = (CardItem("settebello", Card("7d"), 1),)
    set_items: tuple[SetItem, ...] = ()
    run_items: tuple[RunItem, ...] = ()
    primiera: Primiera | None = Primiera()
    primiera_missing: str = "void"
    scuderia: str = "off"
    scopa_card_points: tuple[tuple[Card, int], ...] = ()
    scopa_card_replaces: bool = True
    picada_points: int = 0
    declarations: Declarations | None = None
    instant_win: tuple[str, ...] = ()
    target: int = 11
    reach: str = "at_least"
    tie_break: str = "play_on"

    def __post_init__(self) -> None:
        if len(self.sides) != self.players:
            raise RulesError(f"sides names {len(self.sides)} seats, players is {self.players}")
        cards = 4 * len(PACKS[self.deck])
        dealt = self.players * self.hand
        if (
            not 2 <= self.players <= 6
            or dealt < 1
            or (cards - self.table) % dealt
            or self.table > cards - dealt
        ):
            raise RulesError(
                f"{self.players} players with hands of {self.hand} and {self.table} on the table"
                f" do not share {cards} cards evenly"
            )

    @property
    def n_sides(self) -> int:
        """How many sides score for themselves."""
        return max(self.sides) + 1

    @property
    def handfuls(self) -> int:
        """How many times hands are dealt until the pack is used up."""
        return (4 * len(PACKS[self.deck]) - self.table) // (self.players * self.hand)

    @property
    def keeps_seat_piles(self) -> bool:
        """Captured cards are kept for each seat, since an item asks which partner took them."""
        return self.scuderia == "player" and self.players > self.n_sides

    @property
    def n_piles(self) -> int:
        """How many piles a position has: one for each side, or for each seat."""
        return self.players if self.keeps_seat_piles else self.n_sides

    def side_of_pile(self, pile: int) -> int:
        """The side that a pile belongs to."""
        return self.sides[pile] if self.keeps_seat_piles else pile

    @property
    def has_bonus(self) -> bool:
        """Points other than scope can be won during play."""
        return bool(self.picada_points or self.scopa_card_points or self.declarations)

    @property
    def ranks(self) -> str:
        """The rank letters of the pack, in order."""
        return PACKS[self.deck]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The rules of a named game, with changes to single options.

        >>> Rules.preset("scopone10").hand
        10
        >>> Rules.preset("scopa7")
        Traceback (most recent call last):
        scopone.rules.RulesError: unknown rules 'scopa7'
        """
        rules = _presets().get(ALIASES.get(name.lower(), name.lower()))
        if rules is None:
            raise RulesError(f"unknown rules {shown(name)}")
        return replace(rules, **changes) if changes else rules

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules from the first field of a position line: a preset name."""
        return _parsed(text)


ALIASES = {"scopa4": "scopa4_pairs", "scopa6": "scopa6_teams"}


@cache
def _parsed(text: str) -> Rules:
    return Rules.preset(text)


def _card(text: str) -> Card:
    return Card(text)


def _of(text: str) -> str:
    return text if text == "cards" or text.startswith("rank:") else text.lower()


def _from_json(name: str, data: Mapping[str, Any]) -> Rules:
    d = dict(data)
    players = d["players"]
    sides = d["sides"]
    d["sides"] = tuple(range(players)) if sides is None else tuple(sides)
    d["redeal"] = tuple(Redeal(**r) for r in d["redeal"])
    d["dealer_table_bonus"] = tuple((total, scope) for total, scope in d["dealer_table_bonus"])
    d["capture_modes"] = frozenset(d["capture_modes"])
    d["majorities"] = tuple(Majority(**{**m, "of": _of(m["of"])}) for m in d["majorities"])
    d["card_items"] = tuple(
        CardItem(
            i["name"], _card(i["card"]), i["points"], _card(i["requires"]) if i.get("requires") else None
        )
        for i in d["card_items"]
    )
    d["set_items"] = tuple(
        SetItem(i["name"], tuple(map(_card, i["cards"])), i["points"]) for i in d["set_items"]
    )
    d["run_items"] = tuple(RunItem(i["name"], i["suit"].lower(), i["min"], i["max"]) for i in d["run_items"])
    if d["primiera"] is not None:
        p = d["primiera"]
        d["primiera"] = Primiera(p["mode"], p.get("values", "classic"), tuple(p.get("ranks", ())))
    d["scopa_card_points"] = tuple((_card(c), p) for c, p in d["scopa_card_points"].items())
    d["instant_win"] = tuple(d["instant_win"])
    if d["declarations"] is not None:
        items = d["declarations"]["items"]
        wild = d["declarations"]["wild"]
        d["declarations"] = Declarations(tuple((n, t, p) for n, t, p in items), _card(wild) if wild else None)
    return Rules(name=name, **d)


@cache
def _presets() -> Mapping[str, Rules]:
    data = json.loads(files("scopone").joinpath("presets.json").read_text(encoding="utf-8"))
    short = {full: alias for alias, full in ALIASES.items()}
    return {
        name: _from_json(short.get(name, name), {**data["BASE"], **changes})
        for name, changes in data["presets"].items()
    }


def preset_names() -> tuple[str, ...]:
    """The names of all games, in the order of the specification."""
    return tuple(_presets())
