"""The tables of a directory: which classes are there, and a value for any position of one of them."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sortedcontainers import SortedDict

from ..files import replacing
from ..position import Position
from .ending import SUFFIX, TableError, name_of, pasts
from .file import Entry, Table, as_data, read_head

CATALOGUE = "catalogue.jsonl"


def default_directory() -> Path:
    """Where tables are: `SCOPONE_TABLES`, or the user's data directory."""
    if named := os.environ.get("SCOPONE_TABLES"):
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "scopone" / "tables"


class Catalogue:
    """The tables of a directory, which need not exist. Any number of threads may probe.

    The catalogue is a file beside the tables: a line of JSON for each, sorted by name. It is written anew from
    the heads of the files when a table has been built, and where it is missing.
    """

    def __init__(self, directory: str | Path | None = None) -> None:
        self.directory = default_directory() if directory is None else Path(directory)
        self._tables: dict[str, Table] = {}
        self._lock = Lock()
        self._entries = SortedDict()
        self._entries = self._read()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What is told of each table, sorted by name: its file, its size and its head."""
        return list(self._entries.values())

    def find(self, position: Position) -> Table | None:
        """The table of a position's class, opened once; None if there is none. Raises `TableError` if it is damaged."""
        if not self._entries or position.is_over:
            return None
        try:
            key, _ = pasts(position.rules).identify(position)
        except ValueError:  # a game that has no tables
            return None
        name = name_of(position.rules, position.cards_left, key)
        return self.open(name) if name in self._entries else None

    def probe(self, position: Position) -> Entry | None:
        """Value and best move of a position; None if its class has no table. Raises as `find`."""
        table = self.find(position)
        return None if table is None else table.probe(position)

    def open(self, name: str) -> Table:
        """A table by the name of its file. Raises `TableError`, or `OSError` if there is none."""
        table = self._tables.get(name)
        if table is None:
            with self._lock:
                table = self._tables.get(name) or Table(self.directory / name)
                self._tables[name] = table
        return table

    def refresh(self) -> None:
        """Reads the heads of all tables and writes the catalogue; files that are no whole tables are left out."""
        found: SortedDict = SortedDict()
        for path in self.directory.glob(f"*{SUFFIX}"):
            try:
                found[path.name] = {**as_data(read_head(path)[0], path), "file": path.name}
            except (TableError, OSError):
                continue
        self._entries = found
        with replacing(self.directory / CATALOGUE) as new:
            new.write_text("".join(json.dumps(entry) + "\n" for entry in found.values()), encoding="utf-8")

    def _read(self) -> SortedDict:
        try:
            text = (self.directory / CATALOGUE).read_text(encoding="utf-8")
            return SortedDict((entry["file"], entry) for entry in map(json.loads, text.splitlines()))
        except (OSError, ValueError, TypeError, KeyError):
            if any(self.directory.glob(f"*{SUFFIX}")):
                with suppress(OSError):  # a place that cannot be written can be read
                    self.refresh()
                return self._entries
            return SortedDict()
