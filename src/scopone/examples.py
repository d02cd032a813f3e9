"""The positions that come with the package, by name: `scopone analyse example`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def names() -> tuple[str, ...]:
    """The names of the shipped positions."""
    found = (f.name for f in files("scopone").joinpath("positions").iterdir())
    return tuple(sorted(name.removesuffix(".txt") for name in found if name.endswith(".txt")))


def line(name: str) -> str:
    """The position line of a shipped position. Raises `KeyError` for any other name."""
    if name not in names():
        raise KeyError(name)
    text = files("scopone").joinpath("positions", f"{name}.txt").read_text(encoding="utf-8")
    return next(row for row in text.splitlines() if row and not row.startswith("#"))
