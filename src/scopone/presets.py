"""The named games as data: what `presets.json` says, as fields of `Rules`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from .items import CardItem, RunItem, SetItem, fields_from_data

ALIASES = {"scopa4": "scopa4_pairs", "scopa6": "scopa6_teams"}


def seats_to_sides(players: int, sides: int | None) -> tuple[int, ...]:
    """The side of each seat, partners evenly round the table; each for himself if `sides` is None."""
    return tuple(seat % (sides or players) for seat in range(players))


@cache
def preset_data() -> Mapping[str, Mapping[str, Any]]:
    """The games by their short names, each with all its fields as the file spells them."""
    data = json.loads(files("scopone").joinpath("presets.json").read_text(encoding="utf-8"))
    short = {full: alias for alias, full in ALIASES.items()}
    return {short.get(name, name): {**data["BASE"], **changes} for name, changes in data["presets"].items()}


@cache
def preset_fields(name: str) -> Mapping[str, Any]:
    """The fields of `Rules` for a game. Raises `KeyError` for a name that no game has."""
    fields = fields_from_data(preset_data()[name])
    fields["sides"] = fields["sides"] or seats_to_sides(fields["players"], None)
    return fields


def short_name(name: str) -> str:
    """The name that a position line uses for a game, in any case and with its longer name, too."""
    name = name.lower()
    return next((alias for alias, full in ALIASES.items() if full == name), name)


Item = CardItem | SetItem | RunItem


@cache
def known_items() -> Mapping[str, tuple[str, Item]]:
    """Cards, sets and runs that score in some game, by name: the field that they belong to, and the item."""
    fields = ("card_items", "set_items", "run_items")
    games = map(preset_fields, preset_data())
    return {
        item.name: (field, item)
        for game, field in chain.from_iterable(((g, f) for f in fields) for g in games)
        for item in game[field]
    }
