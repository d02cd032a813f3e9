"""Reading `game+option+option`: each option becomes a field of the presets file."""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
FLAGS: dict[str, tuple[str, Any, Any]] = {  # option: field, value with it, value with no_ before it
    "fewest": ("fewest_cards", True, False),
    "optional": ("capture_compulsory", False, True),
    "open_last": ("last_handful_open", True, False),
    "ace_scopa": ("ace_sweep_scopa", True, False),
    "ace_self": ("ace_on_empty", "takes_itself", "stays"),
    "last_scopa": ("last_card_scopa", "counts", "never"),
    "scopa_card_adds": ("scopa_card_replaces", False, True),
}
WORDS = {  # the value is the word itself
    "deck": "deck",
    "direction": "direction",
    "dealer": "dealer_rotation",
    "priority": "single_priority",
    "ace": "ace_sweep",
    "ace_opening": "ace_opening",
    "incomplete": "primiera_missing",
    "scuderia": "scuderia",
    "leftovers": "leftovers_to",
    "reach": "reach",
    "tie": "tie_break",
}
NUMBERS = {
    "players": "players",
    "hand": "hand",
    "table": "table",
    "max_cards": "max_capture_cards",
    "scopa": "scopa_points",
    "picada": "picada_points",
    "target": "target",
}
PARTS = {"wild": "wild", "wild_value": "wild_keeps_value", "declare_stack": "stack", "declare_mode": "mode"}
LISTS = ("majorities", "card_items", "set_items", "run_items")
PRIMIERE: dict[str, Any] = {
    "none": None,
    "classic": {"mode": "points", "values": "classic"},
    "veneto": {"mode": "points", "values": "veneto"},
    "milanese": {"mode": "count_lex", "ranks": ["7", "6", "A"]},
}


def several(read: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    return lambda text: [] if text == "none" else [read(part) for part in text.split(",")]


def redeal(text: str) -> Data:
    if text.startswith("max"):
        return {"total_at_most": int(text[3:])}
    return {"rank": text[0], "at_least": int(text[1])}


def win(text: str) -> str:
    kind, _, what = text.partition(":")
    return text if kind == "all" else "cards:" + ",".join(what[i : i + 2] for i in range(0, len(what), 2))


def test(text: str) -> list[Any]:
    name, passing, points = text.split(":")
    return [name, passing, int(points)]


def pair(text: str) -> list[int]:
    total, scope = text.split(":")
    return [int(total), int(scope)]


VALUES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "capture": ("capture_modes", lambda text: text.split(",")),
    "redeal": ("redeal", several(redeal)),
    "opening": ("dealer_table_bonus", several(pair)),
    "wins": ("instant_win", several(win)),
    "scopa_card": (
        "scopa_card_points",
        lambda text: {t[:2]: int(t[3:]) for t in text.split(",")} if text != "none" else {},
    ),
    "primiera": (
        "primiera",
        lambda text: PRIMIERE[text] if text in PRIMIERE else {"mode": "count_lex", "ranks": list(text[5:])},
    ),
}


def item(kind: str, text: str) -> tuple[str, Data]:
    """An item given in full: the list it belongs to, and its data."""
    name, *rest = text.split(":")
    if kind == "majority":
        of, points, *more = rest
        least = next((int(m[3:]) for m in more if m.startswith("min")), None)
        tie = "split" if "split" in more else "none"
        of = of.replace(".", ":")
        return "majorities", {"name": name, "of": of, "points": int(points), "tie": tie, "min": least}
    if kind == "card":
        needed = {"requires": rest[2]} if len(rest) > 2 else {}
        return "card_items", {"name": name, "card": rest[0], "points": int(rest[1]), **needed}
    if kind == "set":
        cards = [rest[0][i : i + 2] for i in range(0, len(rest[0]), 2)]
        return "set_items", {"name": name, "cards": cards, "points": int(rest[1])}
    return "run_items", {"name": name, "suit": rest[0], "min": int(rest[1]), "max": int(rest[2])}


def named(presets: Mapping[str, Any], name: str) -> tuple[str, Data] | None:
    """An item that goes by its name because some game of the presets file has it."""
    for game in presets["presets"].values():
        for field in LISTS[1:]:
            for data in game.get(field, presets["BASE"][field]):
                if data["name"] == name:
                    return field, dict(data)
    return None


def put(data: Data, field: str, new: Data) -> None:
    data[field] = [*(old for old in data[field] if old["name"] != new["name"]), new]


def apply(presets: Mapping[str, Any], data: Data, option: str) -> None:
    """Changes the data of a game by one option."""
    key, _, value = option.partition("=")
    known = named(presets, key)
    off = key.removeprefix("no_")
    if key in ("majority", "card", "set", "run"):
        put(data, *item(key, value))
    elif known is not None:
        put(data, known[0], known[1] | ({"max": int(value)} if value else {}))
    elif off in FLAGS:
        field, yes, no = FLAGS[off]
        data[field] = yes if key == off else no
    elif key == "sides":
        n = data["players"] if value == "each" else int(value)
        data["sides"] = [seat % n for seat in range(data["players"])]
    elif key in NUMBERS:
        data[NUMBERS[key]] = None if value == "none" else int(value)
    elif key in WORDS:
        data[WORDS[key]] = value
    elif key == "declare":
        tests = several(test)(value)
        data["declarations"] = {**(data["declarations"] or {"wild": None}), "items": tests} if tests else None
    elif key in PARTS:
        data["declarations"] = {**data["declarations"], PARTS[key]: None if value == "none" else value}
    elif key in VALUES:
        field, read = VALUES[key]
        data[field] = read(value)
    else:
        before = sum(len(data[field]) for field in LISTS)
        for field in LISTS:
            data[field] = [old for old in data[field] if old["name"] != off]
        if off == key or sum(len(data[field]) for field in LISTS) == before:
            raise ValueError(f"unknown option {option!r}")


def with_options(presets: Mapping[str, Any], data: Mapping[str, Any], options: list[str]) -> Data:
    """The data of a game with options; partners stay partners when the number of players changes."""
    found = dict(data)
    for option in options:
        apply(presets, found, option)
    if found["sides"] and len(found["sides"]) != found["players"]:
        n = max(found["sides"]) + 1
        found["sides"] = [seat % n for seat in range(found["players"])]
    return found
