"""Options as texts: `napola`, `target=21`, what follows a game's name in `scopa2+napola+target=21`.

Reading turns texts into fields of `Rules`; writing gives the texts for all that differs from a game, always
the same ones in the same order. Here a game is the plain mapping of its fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from .cards import Card, read_cards, shown, write_cards
from .checks import CHOICES, MODES, RulesError
from .items import CardItem, Declarations, Majority, Primiera, Redeal, RunItem, SetItem, win_text
from .presets import known_items, seats_to_sides

Fields = dict[str, Any]
ITEM_FIELDS = ("majorities", "card_items", "set_items", "run_items")
BUNDLES = {
    "napoleone": ("napola", "wins=all:d"),
    "sei_punti": ("nove_bello", "dieci_bello"),
    "two_cards": ("max_cards=2", "fewest"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One field under a key. `read` makes its value from the text after `=`, `write` the text.

    A flag has no `=`: `read` is None, `key` sets `on` and `no_key` sets `off`.
    """

    key: str
    field: str
    read: Callable[[str], Any] | None
    write: Callable[[Any], str] = str
    on: Any = True
    off: Any = False

    def texts(self) -> str:
        """How the option is given, for lists of options."""
        return f"{self.key}=..." if self.read else self.key


def _flag(key: str, field: str, on: Any = True, off: Any = False) -> Option:
    return Option(key, field, None, on=on, off=off)


def _choice(key: str, field: str) -> Option:
    allowed = CHOICES[field]

    def read(text: str) -> str:
        if text.lower() not in allowed:
            raise ValueError(f"one of {', '.join(allowed)} belongs there")
        return text.lower()

    return Option(key, field, read)


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,3}", text, re.ASCII):
        raise ValueError("a number belongs there")
    return int(text)


def _or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text.lower() == "none" else read(text)


def _list(read: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    return lambda text: () if text.lower() == "none" else tuple(map(read, text.split(",")))


def _joined(write: Callable[[Any], str]) -> Callable[[Iterable[Any]], str]:
    return lambda values: ",".join(map(write, values)) or "none"


def _read_modes(text: str) -> frozenset[str]:
    return frozenset(text.lower().split(","))


def _write_modes(modes: Iterable[str]) -> str:
    return ",".join(mode for mode in MODES if mode in set(modes))


def _read_redeal(text: str) -> Redeal:
    if found := re.fullmatch(r"max(\d{1,2})", text.lower(), re.ASCII):
        return Redeal(total_at_most=int(found[1]))
    if found := re.fullmatch(r"(.)([1-4])", text.upper(), re.ASCII):
        return Redeal(found[1], int(found[2]))
    raise ValueError("a rank and a number such as R3, or a total such as max10, belongs there")


def _write_redeal(r: Redeal) -> str:
    return f"{r.rank}{r.at_least}" if r.total_at_most is None else f"max{r.total_at_most}"


def _read_pair(text: str) -> tuple[int, int]:
    total, _, scope = text.partition(":")
    return _number(total), _number(scope)


def _read_price(text: str) -> tuple[Card, int]:
    card, _, points = text.partition(":")
    return Card(card), _number(points)


def _write_pair(pair: tuple[object, int]) -> str:
    return f"{pair[0]}:{pair[1]}"


_PRIMIERE = {
    "none": None,
    "classic": Primiera(),
    "veneto": Primiera("points", "veneto"),
    "milanese": Primiera("count_lex", ranks=("7", "6", "A")),
}


def _read_primiera(text: str) -> Primiera | None:
    if text.lower() in _PRIMIERE:
        return _PRIMIERE[text.lower()]
    if found := re.fullmatch(r"most_([A-Z0-9]+)", text.upper().replace("MOST_", "most_"), re.ASCII):
        return Primiera("count_lex", ranks=tuple(found[1]))
    raise ValueError(f"one of {', '.join(_PRIMIERE)}, or ranks such as most_76, belongs there")


def _write_primiera(p: Primiera | None) -> str:
    known = next((name for name, primiera in _PRIMIERE.items() if primiera == p), None)
    return known or "most_" + "".join(p.ranks if p else ())


def _read_test(text: str) -> tuple[str, str, int]:
    name, test, points = text.lower().split(":")
    return name, test, _number(points)


def _write_test(item: tuple[str, str, int]) -> str:
    return ":".join(map(str, item))


OPTIONS = (
    _choice("deck", "deck"),
    Option("players", "players", _number),
    Option("sides", "n_sides", lambda text: None if text.lower() == "each" else _number(text)),
    Option("hand", "hand", _number),
    Option("table", "table", _number),
    _choice("direction", "direction"),
    _choice("dealer", "dealer_rotation"),
    Option("redeal", "redeal", _list(_read_redeal), _joined(_write_redeal)),
    Option("opening", "dealer_table_bonus", _list(_read_pair), _joined(_write_pair)),
    _flag("open_last", "last_handful_open"),
    Option("capture", "capture_modes", _read_modes, _write_modes),
    _choice("priority", "single_priority"),
    Option("max_cards", "max_capture_cards", _or_none(_number), lambda n: str(n or "none")),
    _flag("fewest", "fewest_cards"),
    _flag("optional", "capture_compulsory", on=False, off=True),
    _choice("ace", "ace_sweep"),
    _flag("ace_scopa", "ace_sweep_scopa"),
    _flag("ace_self", "ace_on_empty", "takes_itself", "stays"),
    _choice("ace_opening", "ace_opening"),
    _flag("last_scopa", "last_card_scopa", "counts", "never"),
    Option("scopa", "scopa_points", _number),
    Option("primiera", "primiera", _read_primiera, _write_primiera),
    _choice("incomplete", "primiera_missing"),
    _choice("scuderia", "scuderia"),
    Option("scopa_card", "scopa_card_points", _list(_read_price), _joined(_write_pair)),
    _flag("scopa_card_adds", "scopa_card_replaces", on=False, off=True),
    Option("picada", "picada_points", _number),
    Option("declare", "declare_items", _list(_read_test), _joined(_write_test)),
    Option("wild", "declare_wild", _or_none(Card), lambda card: str(card or "none")),
    Option("wild_value", "declare_wild_keeps_value", str.lower),
    Option("declare_stack", "declare_stack", str.lower),
    Option("declare_mode", "declare_mode", str.lower),
    Option("wins", "instant_win", _list(win_text), _joined(str)),
    _choice("leftovers", "leftovers_to"),
    Option("target", "target", _number),
    _choice("reach", "reach"),
    _choice("tie", "tie_break"),
)
_BY_KEY = {option.key: option for option in OPTIONS}


# Declarations are one field with parts: an option for each part, as if they were fields.

_PARTS = ("items", "wild", "wild_keeps_value", "stack", "mode")


def _spread(fields: Mapping[str, Any]) -> Fields:
    """The fields with the parts of the declarations, and the number of sides (None: each for himself)."""
    found = dict(fields)
    declared = found.pop("declarations") or Declarations(())
    found |= {f"declare_{part}": getattr(declared, part) for part in _PARTS}
    sides = max(found["sides"]) + 1
    found["n_sides"] = None if sides == found["players"] else sides
    return found


def _gathered(found: Fields) -> Fields:
    fields = dict(found)
    parts = {part: fields.pop(f"declare_{part}") for part in _PARTS}
    fields["declarations"] = Declarations(**parts) if parts["items"] else None
    sides = fields.pop("n_sides")
    if sides is not None and not 2 <= sides <= 6:
        raise RulesError(f"sides={sides}: there are 2 to 6, or each for himself")
    if 1 <= fields["players"] <= 6:
        fields["sides"] = seats_to_sides(fields["players"], sides)
    return fields


# Items that score are given by name where some game has them, otherwise in full.


def _read_majority(name: str, of: str, points: str, *more: str) -> Majority:
    least = [int(m[3:]) for m in more if re.fullmatch(r"min\d{1,2}", m, re.ASCII)]
    if len(more) != len(least) + more.count("split") or len(least) > 1:
        raise ValueError("after the points, only split and min such as min6")
    kind, _, what = of.partition(".")
    if kind not in ("cards", "suit", "rank") or (kind == "cards") == bool(what):
        raise ValueError("counts are cards, a suit such as suit.d or a rank such as rank.7")
    of = f"{kind}:{what.upper() if kind == 'rank' else what.lower()}" if what else kind
    return Majority(
        name, of, _number(points), "split" if "split" in more else "none", least[0] if least else None
    )


def _read_card_item(name: str, card: str, points: str, requires: str = "") -> CardItem:
    return CardItem(name, Card(card), _number(points), Card(requires) if requires else None)


def _read_set_item(name: str, cards: str, points: str) -> SetItem:
    return SetItem(name, tuple(sorted(set(read_cards(cards)))), _number(points))


def _read_run_item(name: str, suit: str, least: str, most: str) -> RunItem:
    return RunItem(name, suit.lower(), _number(least), _number(most))


_IN_FULL: dict[str, tuple[str, Callable[..., Any], str]] = {
    "majority": ("majorities", _read_majority, "NAME:cards|suit.d|rank.7:POINTS[:split][:min6]"),
    "card": ("card_items", _read_card_item, "NAME:CARD:POINTS[:CARD_REQUIRED]"),
    "set": ("set_items", _read_set_item, "NAME:CARDS:POINTS"),
    "run": ("run_items", _read_run_item, "NAME:SUIT:LEAST:MOST"),
}


def _item_text(item: Any) -> str:
    """The option that brings an item."""
    _, known = known_items().get(item.name, (None, None))
    if known == item:
        return str(item.name)
    match item:
        case Majority(name, of, points, tie, least):
            more = (":split" if tie == "split" else "") + (f":min{least}" if least is not None else "")
            return f"majority={name}:{of.replace(':', '.')}:{points}{more}"
        case CardItem(name, card, points, requires):
            return f"card={name}:{card}:{points}" + (f":{requires}" if requires else "")
        case SetItem(name, cards, points):
            return f"set={name}:{write_cards(cards)}:{points}"
        case RunItem(name, suit, least, most):
            if isinstance(known, RunItem) and replace(known, max=most) == item:
                return f"{name}={most}"
            return f"run={name}:{suit}:{least}:{most}"
    raise TypeError(item)


def _item(key: str, value: str | None) -> tuple[str, Any] | None:
    """The field and the item that an option brings; None if it is no option of this kind."""
    if key in _IN_FULL and value is not None:
        field, read, form = _IN_FULL[key]
        try:
            name, *rest = value.split(":")
            return field, read(name.lower(), *rest)
        except (TypeError, ValueError) as error:
            reason = f"{error}" if isinstance(error, ValueError) else f"{form} belongs there"
            raise RulesError(f"option {shown(f'{key}={value}')}: {reason}") from None
    field, item = known_items().get(key, ("", None))
    if item is None:
        return None
    if value is not None:
        if not isinstance(item, RunItem):
            return None
        try:
            item = replace(item, max=_number(value))
        except ValueError as error:
            raise RulesError(f"option {shown(f'{key}={value}')}: {error}") from None
    return field, item


def read_options(game: Mapping[str, Any], texts: Iterable[str]) -> Fields:
    """The fields of a game with options. Raises `RulesError` for a text that is no option, or given twice."""
    found = _spread(game)
    added: list[tuple[str, Any]] = []
    seen: dict[str, str] = {}
    for text in _unbundled(texts):
        name, cross, rest = text.partition("=")
        key, value = name.lower(), rest if cross else None
        plain = key.removeprefix("no_")
        item = _item(key, value)
        dropped = not item and key.startswith("no_") and value is None and _drop(found, plain)
        about = item[1].name if item else key if dropped else plain
        if about in seen:
            raise RulesError(f"options {shown(seen[about])} and {shown(text)} are about the same")
        seen[about] = text
        if item:
            added.append(item)
        elif not dropped:
            _set(found, key, value, text)
    for key in ("wild", "wild_value", "declare_stack", "declare_mode"):
        field = _BY_KEY[key].field
        if key in seen and not found["declare_items"] and found[field] != _spread(game)[field]:
            raise RulesError(f"{seen[key]} and declare=none do not go together: nothing is declared")
    for field, item in added:
        found[field] = (*(i for i in found[field] if i.name != item.name), item)
    return _gathered(found)


def _unbundled(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from BUNDLES.get(text.lower(), (text,))


def _drop(found: Fields, name: str) -> bool:
    """Takes an item out; False if there is none of that name."""
    for field in ITEM_FIELDS:
        kept = tuple(i for i in found[field] if i.name != name)
        if len(kept) < len(found[field]):
            found[field] = kept
            return True
    return False


def _set(found: Fields, key: str, value: str | None, text: str) -> None:
    option = _BY_KEY.get(key) or _BY_KEY.get(key.removeprefix("no_"))
    if option is None:
        near = get_close_matches(key, [*option_names()], 1)
        raise RulesError(f"unknown option {shown(text)}" + (f": is it {near[0]}?" if near else ""))
    if option.read is None:
        if value is not None:
            raise RulesError(f"option {shown(text)}: {option.key} or no_{option.key}, with nothing after it")
        found[option.field] = option.on if key == option.key else option.off
        return
    if value is None or key != option.key:
        raise RulesError(f"option {shown(text)}: it is given as {option.key}=...")
    try:
        found[option.field] = option.read(value)
    except ValueError as error:
        raise RulesError(f"option {shown(text)}: {error}") from None


def write_options(game: Mapping[str, Any], fields: Mapping[str, Any]) -> Iterator[str]:
    """The options, in order, that make these fields of a game's."""
    base, own = _spread(game), _spread(fields)
    silent = not own["declare_items"]  # then the other parts of the declarations say nothing
    for option in OPTIONS:
        before, now = base[option.field], own[option.field]
        if before == now or (silent and option.field.startswith("declare_") and option.key != "declare"):
            continue
        if option.field == "n_sides":
            yield f"sides={now or 'each'}"
        elif option.read:
            yield f"{option.key}={option.write(now)}"
        else:
            yield option.key if now == option.on else f"no_{option.key}"
    for field in ITEM_FIELDS:
        kept = {i.name for i in own[field]}
        yield from (f"no_{i.name}" for i in base[field] if i.name not in kept)
        yield from (_item_text(i) for i in own[field] if i not in base[field])


def option_names() -> Iterator[str]:
    """Every word that can begin an option."""
    yield from _BY_KEY
    yield from known_items()
    yield from BUNDLES
    yield from _IN_FULL
