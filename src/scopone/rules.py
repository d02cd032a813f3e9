"""The rules of a game: one frozen object with a named option for everything that villages differ in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any

from .cards import PACKS, Card, shown
from .checks import RulesError, check
from .items import (
    CLASSIC,
    CardItem,
    Declarations,
    Majority,
    Primiera,
    Redeal,
    RunItem,
    SetItem,
    fields_from_data,
    win_cards,
)
from .options import read_options, write_options
from .presets import ALIASES, preset_data, preset_fields, seats_to_sides, short_name

__all__ = [
    "ALIASES",
    "CardItem",
    "Declarations",
    "Majority",
    "Primiera",
    "Redeal",
    "Rules",
    "RulesError",
    "RunItem",
    "SetItem",
    "preset_names",
]


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that decides a game. Make one with `Rules.preset(name)` or `Rules.parse("scopone10")`.

    Each field has the default of `scopa2`; `checks.py` has the values that each may take. `name` is the game
    that the rules were made from: what differs from it stands in `str(rules)`. Play goes from seat 0 upwards,
    the dealer sits last. Raises `RulesError` (a `ValueError`) for options that cannot be played together.
    """

    # the deal
    name: str = "scopa2"
    deck: str = "it40"  # or it52, in which courts have no number
    players: int = 2
    sides: tuple[int, ...] = (0, 1)  # by seat
    direction: str = "anticlockwise"
    dealer_rotation: str = "right"
    hand: int = 3  # cards a seat, dealt again until the pack is used up
    table: int = 4
    redeal: tuple[Redeal, ...] = (Redeal("R", 3),)
    dealer_table_bonus: tuple[
        tuple[int, int], ...
    ] = ()  # (total, scope): the dealer takes such an opening table
    last_handful_open: bool = False
    # captures
    capture_modes: frozenset[str] = frozenset({"equal", "sum"})
    single_priority: str = (
        "all"  # an equal card comes before all, before sums (same_value), before none (off)
    )
    max_capture_cards: int | None = None
    fewest_cards: bool = False
    capture_compulsory: bool = True  # for the card played
    ace_sweep: str = "off"  # takes the whole table: if_no_ace is there, or always
    ace_sweep_scopa: bool = False  # and that is a scopa
    ace_on_empty: str = "stays"
    ace_opening: str = "free"  # as the first card of the deal
    leftovers_to: str = "last_capturer"
    # points
    last_card_scopa: str = "never"
    scopa_points: int = 1
    majorities: tuple[Majority, ...] = (Majority("carte", "cards"), Majority("denari", "suit:d"))
    card_items: tuple[CardItem, ...] = (CardItem("settebello", Card("7d"), 1),)
    set_items: tuple[SetItem, ...] = ()
    run_items: tuple[RunItem, ...] = ()
    primiera: Primiera | None = CLASSIC
    primiera_missing: str = "void"
    scuderia: str = "off"  # all four knights, taken by one player or one side, double its scope
    scopa_card_points: tuple[tuple[Card, int], ...] = ()  # for a scopa made with a card
    scopa_card_replaces: bool = True  # in place of the scopa's points and the card's own
    picada_points: int = 0  # for taking the card just laid with an equal one
    declarations: Declarations | None = None
    # the match
    instant_win: tuple[str, ...] = ()  # all:d, cards:Ad2d3d
    target: int = 11
    reach: str = "at_least"
    tie_break: str = "play_on"

    def __post_init__(self) -> None:
        if self.name not in preset_data():
            raise RulesError(f"unknown rules {shown(self.name)}")
        for field, key in _ORDER.items():
            object.__setattr__(self, field, tuple(sorted(getattr(self, field), key=key)))
        check(self)

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

    @property
    def wins(self) -> tuple[frozenset[Card], ...]:
        """Sets of cards each of which wins the match for the side that takes it."""
        return tuple(win_cards(text, self.deck) for text in self.instant_win)

    def __str__(self) -> str:
        return _written(self)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The rules of a named game, with changes to single fields.

        Where `players` is changed and `sides` is not, there are as many sides as in the game; where each
        played for himself each still does. Raises `RulesError`.

        >>> Rules.preset("scopone10").hand
        10
        >>> str(Rules.preset("scopa2", hand=6, target=21))
        'scopa2+hand=6+target=21'
        >>> Rules.preset("scopa7")
        Traceback (most recent call last):
        scopone.checks.RulesError: unknown rules 'scopa7'
        """
        rules = _preset(short_name(name))
        if rules is None:
            raise RulesError(f"unknown rules {shown(name)}")
        if "players" in changes and "sides" not in changes:
            sides = None if rules.n_sides == rules.players else rules.n_sides
            changes["sides"] = seats_to_sides(changes["players"], sides)
        return replace(rules, **changes) if changes else rules

    @classmethod
    def from_data(cls, name: str, changes: Mapping[str, Any]) -> Rules:
        """A named game with changes to fields spelled as in `presets.json`, cards and parts as plain data.

        >>> str(Rules.from_data("scopa2", {"redeal": [{"rank": "A", "at_least": 2}]}))
        'scopa2+redeal=A2'
        """
        return cls.preset(
            name, **{k: v for k, v in fields_from_data(changes).items() if (k, v) != ("sides", None)}
        )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules from the first field of a position line: a game, and options joined to it with `+`.

        `str` of the rules is the shortest such text, with the options in a fixed order.

        >>> str(Rules.parse("scopone10+target=11+napola"))
        'scopone10+target=11+napola'
        >>> str(Rules.parse("scopa2+redeal=R3"))
        'scopa2'

        Raises `RulesError` for an unknown game or option, and for options that do not go together.
        """
        return _parsed(text)


_ORDER: dict[str, Callable[[Any], Any]] = {
    "majorities": lambda m: (m.of != "cards", m.of, m.name),
    "card_items": lambda i: (i.card, i.name),
    "set_items": lambda i: i.name,
    "run_items": lambda i: i.name,
    "redeal": lambda r: (r.total_at_most is not None, r.rank or "", r.at_least, r.total_at_most or 0),
    "dealer_table_bonus": lambda pair: pair,
    "scopa_card_points": lambda pair: pair,
    "instant_win": lambda text: text,
}


@cache
def _preset(name: str) -> Rules | None:
    return Rules(name=name, **preset_fields(name)) if name in preset_data() else None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Rules:
    name, *options = text.split("+")
    rules = Rules.preset(name)
    return Rules(name=rules.name, **read_options(preset_fields(rules.name), options)) if options else rules


@lru_cache(maxsize=1024)
def _written(rules: Rules) -> str:
    if rules == _preset(rules.name):
        return rules.name
    own = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    return "+".join((rules.name, *write_options(preset_fields(rules.name), own)))


def preset_names() -> tuple[str, ...]:
    """The names of all games, in the order of the specification."""
    return tuple(preset_data())
