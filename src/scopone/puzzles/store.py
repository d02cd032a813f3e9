"""Puzzle files, one JSON object a line, and the set that comes with the package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..cards import shown
from ..files import replacing
from .puzzle import Puzzle, PuzzleError

SHIPPED = "puzzles.jsonl"


def _parsed(text: str, where: str) -> tuple[Puzzle, ...]:
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            puzzle = Puzzle.from_json(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise PuzzleError(f"{where}, line {number}: {error}") from None
        if puzzle.id in found:
            raise PuzzleError(f"{where}, line {number}: a second puzzle {shown(puzzle.id)}")
        found[puzzle.id] = puzzle
    return tuple(found.values())


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles of the package, the easiest first."""
    text = files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8")
    return _parsed(text, SHIPPED)


def read_puzzles(path: str | Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file. Raises `PuzzleError`, which names the line, or `OSError`."""
    try:
        return _parsed(Path(path).read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise PuzzleError(f"{path}: not UTF-8 text") from None


def write_puzzles(path: str | Path, puzzles: Iterable[Puzzle]) -> None:
    """Writes a file of puzzles, in place of one that was there: beside its place, then moved there, always whole."""
    with replacing(Path(path)) as new, open(new, "w", encoding="utf-8") as file:
        for puzzle in puzzles:
            file.write(json.dumps(puzzle.as_json()) + "\n")


def find(name: str, puzzles: Iterable[Puzzle] | None = None) -> Puzzle:
    """The puzzle with an id, of the shipped ones or others. Raises `PuzzleError` if there is none."""
    for puzzle in shipped() if puzzles is None else puzzles:
        if puzzle.id == name:
            return puzzle
    raise PuzzleError(f"no puzzle {shown(name)}")


def select(
    puzzles: Iterable[Puzzle], theme: str | None = None, level: int | None = None, game: str | None = None
) -> list[Puzzle]:
    """Those of a theme, of a level, of a game (the name that its rules begin with); None is any."""
    return [
        p
        for p in puzzles
        if (theme is None or theme in p.themes)
        and (level is None or p.level == level)
        and (game is None or p.position.rules.name == game)
    ]
