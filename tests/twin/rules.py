"""The rules object of the twin: one frozen value with the fields of the presets file."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from .cards import Card, card, pack
from .options import with_options

PRESETS_FILE = Path(__file__).resolve().parent.parent / "data" / "presets.json"
ALIASES = {"scopa4": "scopa4_pairs", "scopa6": "scopa6_teams"}


class Redeal(NamedTuple):
    """Deal again if the opening table shows so many of a rank, or totals so little (house rule)."""

    rank: str | None = None  # "*" = any one rank
    at_least: int = 0
    total_at_most: int | None = None


class Majority(NamedTuple):
    name: str
    of: str  # "cards", "suit:d" or "rank:7"
    points: int
    tie: str
    min: int | None


class CardItem(NamedTuple):
    name: str
    card: Card
    points: int
    requires: Card | None


class SetItem(NamedTuple):
    name: str
    cards: frozenset[Card]
    points: int


class RunItem(NamedTuple):
    name: str
    suit: str
    min: int
    max: int


class Primiera(NamedTuple):
    mode: str  # "points" or "count_lex"
    values: str = ""
    ranks: str = ""


class Declarations(NamedTuple):
    items: tuple[tuple[str, str, int], ...]  # name, test, points
    wild: Card | None
    stack: str  # "best" or "sum" of what a hand passes
    mode: str  # "optional", or "automatic": silence is not allowed
    wild_keeps_value: str  # "when_played": the wild card plays as the declared rank; "no"


def _redeal(data: Any) -> tuple[Redeal, ...]:
    return tuple(Redeal(**one) for one in data)


def _majorities(data: Any) -> tuple[Majority, ...]:
    def of(text: str) -> str:
        return text.lower() if text.startswith("suit:") else text

    return tuple(Majority(m["name"], of(m["of"]), m["points"], m["tie"], m["min"]) for m in data)


def _card_items(data: Any) -> tuple[CardItem, ...]:
    def needed(item: Mapping[str, Any]) -> Card | None:
        return card(item["requires"]) if item.get("requires") else None

    return tuple(CardItem(i["name"], card(i["card"]), i["points"], needed(i)) for i in data)


def _set_items(data: Any) -> tuple[SetItem, ...]:
    return tuple(SetItem(i["name"], frozenset(map(card, i["cards"])), i["points"]) for i in data)


def _run_items(data: Any) -> tuple[RunItem, ...]:
    return tuple(RunItem(i["name"], i["suit"].lower(), i["min"], i["max"]) for i in data)


def _primiera(data: Any) -> Primiera | None:
    return data and Primiera(data["mode"], data.get("values", ""), "".join(data.get("ranks", "")))


def _declarations(data: Any) -> Declarations | None:
    if not data:
        return None
    return Declarations(
        tuple((name, test, points) for name, test, points in data["items"]),
        data["wild"] and card(data["wild"]),
        data.get("stack", "best"),
        data.get("mode", "optional"),
        data.get("wild_keeps_value", "no"),
    )


def _scopa_card_points(data: Any) -> tuple[tuple[Card, int], ...]:
    return tuple((card(c), points) for c, points in data.items())


def _instant_win(data: Any) -> tuple[frozenset[Card], ...]:
    """Each condition as the set of cards that one side must hold."""

    def needed(text: str) -> frozenset[Card]:
        kind, what = text.split(":")
        if kind == "all":
            return frozenset(c for c in pack("it52") if c[1] == what.lower())
        return frozenset(map(card, what.split(",")))

    return tuple(map(needed, data))


FROM_JSON: dict[str, Callable[[Any], Any]] = {
    "sides": lambda data: data and tuple(data),
    "dealer_table_bonus": lambda data: tuple((total, scope) for total, scope in data),
    "capture_modes": tuple,
    "redeal": _redeal,
    "majorities": _majorities,
    "card_items": _card_items,
    "set_items": _set_items,
    "run_items": _run_items,
    "primiera": _primiera,
    "declarations": _declarations,
    "scopa_card_points": _scopa_card_points,
    "instant_win": _instant_win,
}


@cache
def _presets() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(PRESETS_FILE.read_text(encoding="utf-8"))
    return data


@dataclass(frozen=True)
class TwinRules:
    """One variant. Every field means what rules section 1 says."""

    name: str = field(compare=False)
    deck: str
    players: int
    sides: tuple[int, ...] | None
    hand: int
    table: int
    direction: str
    dealer_rotation: str
    redeal: tuple[Redeal, ...]
    dealer_table_bonus: tuple[tuple[int, int], ...]
    last_handful_open: bool
    capture_modes: tuple[str, ...]
    single_priority: str
    max_capture_cards: int | None
    fewest_cards: bool
    capture_compulsory: bool
    ace_sweep: str
    ace_sweep_scopa: bool
    ace_on_empty: str
    ace_opening: str
    last_card_scopa: str
    scopa_points: int
    majorities: tuple[Majority, ...]
    card_items: tuple[CardItem, ...]
    set_items: tuple[SetItem, ...]
    run_items: tuple[RunItem, ...]
    primiera: Primiera | None
    primiera_missing: str
    scuderia: str
    picada_points: int
    scopa_card_points: tuple[tuple[Card, int], ...]
    scopa_card_replaces: bool
    leftovers_to: str
    instant_win: tuple[frozenset[Card], ...]
    declarations: Declarations | None
    target: int
    reach: str
    tie_break: str

    @classmethod
    def preset(cls, name: str, **overrides: Any) -> "TwinRules":
        """A preset by name; overrides are fields spelled as in the presets file."""
        return cls.from_data(name, {**cls.data(name), **overrides})

    @staticmethod
    def data(name: str) -> dict[str, Any]:
        """A preset as the file has it."""
        presets = _presets()
        key = ALIASES.get(name, name)
        if key not in presets["presets"]:
            raise ValueError(f"no preset called {name!r}")
        return {**presets["BASE"], **presets["presets"][key]}

    @classmethod
    def from_data(cls, name: str, data: Mapping[str, Any]) -> "TwinRules":
        return cls(name=name, **{k: FROM_JSON.get(k, lambda v: v)(v) for k, v in data.items()})

    @classmethod
    @cache
    def from_string(cls, text: str) -> "TwinRules":
        """The rules field of a position line: a preset, and options that change it."""
        name, *options = text.split("+")
        return cls.from_data(text, with_options(_presets(), cls.data(name), options))

    def __str__(self) -> str:
        return self.name

    def __post_init__(self) -> None:
        """Refuse a deal that does not come out even, and sides that leave a seat out."""
        dealt = self.players * self.hand
        if dealt <= 0 or self.cards_to_play < dealt or self.cards_to_play % dealt:
            deal = f"{self.players} x {self.hand} + {self.table}"
            raise ValueError(f"{deal} does not fit {len(self.pack)} cards")
        if self.sides is not None and len(self.sides) != self.players:
            raise ValueError(f"{self.players} players, but sides for {len(self.sides)}")

    @property
    def pack(self) -> tuple[Card, ...]:
        return pack(self.deck)

    @cached_property
    def cards_to_play(self) -> int:
        """Cards played in a whole deal: all but the opening table."""
        return len(self.pack) - self.table

    @property
    def handfuls(self) -> int:
        return self.cards_to_play // (self.players * self.hand)

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat; every player alone unless the rules pair them."""
        return self.sides or tuple(range(self.players))

    @property
    def side_count(self) -> int:
        return max(self.side_of) + 1

    @cached_property
    def pile_sides(self) -> tuple[int, ...]:
        """The side of each pile. Ponino asks which partner holds the knights: there, one pile a seat."""
        return self.side_of if self.scuderia == "player" else tuple(range(self.side_count))

    def pile_of(self, seat: int) -> int:
        """The pile that a seat's captures go to."""
        return seat if self.scuderia == "player" else self.side_of[seat]


def preset_names() -> tuple[str, ...]:
    """All presets, aliases left out."""
    return tuple(_presets()["presets"])
