"""A person's progress with the puzzles, in a small SQLite file.

The file is a log of attempts; all else follows from it. Each attempt is one transaction, and every call opens the file
anew: several processes and threads may share it, and one that is killed leaves it whole.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from .puzzle import Puzzle

APPLICATION = 0x53434F50  # marks the file as ours
VERSION = 1
WAIT = 10.0  # seconds for another process to finish its transaction
START = 1200.0  # rating of one who has tried nothing
SWING, SWING_EARLY, EARLY = 20, 40, 20  # Elo's K, and its value for the first attempts
VARIABLE = "SCOPONE_PROGRESS"

SCHEMA = """
CREATE TABLE attempts (
    number INTEGER PRIMARY KEY,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    rating REAL NOT NULL,
    at REAL NOT NULL
)
"""


class ProgressError(ValueError):
    """A file that holds no progress, is damaged, or cannot be used."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a person has come.

    solved       puzzles solved at least once
    tried        puzzles tried
    attempts     all attempts
    streak       attempts solved in a row up to now; `best_streak` the longest ever
    rating       on the scale of the puzzles; only the first attempt at a puzzle moves it
    """

    solved: int
    tried: int
    attempts: int
    streak: int
    best_streak: int
    rating: int


def default_path() -> Path:
    """Where progress is kept: `$SCOPONE_PROGRESS`, or `scopone/progress.sqlite3` in the XDG data directory."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "scopone" / "progress.sqlite3"


class Progress:
    """The progress kept in a file, which is made when the first attempt is recorded.

    Raises `ProgressError`, with a message of one line, for a file that is damaged or something else, and where the
    system refuses it.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = default_path() if path is None else Path(path)
        with self._told(), self._reading() as db:
            if db is not None and db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise ProgressError(f"{self.path}: damaged")

    def record(self, puzzle: Puzzle, solved: bool) -> Standing:
        """Notes an attempt that has ended, solved or not."""
        with self._told(), self._writing() as db:
            last = db.execute("SELECT rating FROM attempts ORDER BY number DESC LIMIT 1").fetchone()
            rating = START if last is None else last[0]
            if not db.execute("SELECT 1 FROM attempts WHERE puzzle = ?", (puzzle.id,)).fetchone():
                (tried,) = db.execute("SELECT count(DISTINCT puzzle) FROM attempts").fetchone()
                rating = rated(rating, puzzle.rating, solved, tried)
            db.execute(
                "INSERT INTO attempts (puzzle, solved, rating, at) VALUES (?, ?, ?, ?)",
                (puzzle.id, int(solved), rating, time.time()),
            )
            return _standing(db)

    def standing(self) -> Standing:
        """The figures now."""
        with self._told(), self._reading() as db:
            return Standing(0, 0, 0, 0, 0, round(START)) if db is None else _standing(db)

    def solved(self) -> frozenset[str]:
        """The ids of the puzzles solved at least once."""
        with self._told(), self._reading() as db:
            rows = (
                []
                if db is None
                else db.execute("SELECT DISTINCT puzzle FROM attempts WHERE solved").fetchall()
            )
            return frozenset(puzzle for (puzzle,) in rows)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the system and of SQLite as one line that names the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise ProgressError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise ProgressError(f"{self.path}: damaged, or no file of progress ({error})") from None
        except OSError as error:
            raise ProgressError(f"{self.path}: {error.strerror or error}") from None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """The file to be read; None if there is none yet, or an empty one."""
        if not self.path.exists() or (self.path.is_file() and not self.path.stat().st_size):
            yield None
            return
        with closing(sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)) as db:
            db.execute("BEGIN")
            self._check(db)
            yield db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The file within one transaction, made if need be."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise ProgressError(f"{self.path}: {self.path.parent} is no directory") from None
        with closing(sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE")
            if db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute(f"PRAGMA user_version = {VERSION}")
                db.execute(SCHEMA)
            self._check(db)
            yield db
            db.execute("COMMIT")

    def _check(self, db: sqlite3.Connection) -> None:
        (mark,), (version,) = (
            db.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        if mark != APPLICATION:
            raise ProgressError(f"{self.path}: a database of something else, no file of progress")
        if version != VERSION:
            raise ProgressError(f"{self.path}: of another version ({version}, not {VERSION})")


def rated(rating: float, puzzle: int, solved: bool, before: int) -> float:
    """A person's rating after a puzzle with a rating of its own, by Elo's formula; `before` puzzles were tried."""
    expected = 1 / (1 + 10 ** ((puzzle - rating) / 400))
    return rating + (SWING_EARLY if before < EARLY else SWING) * (solved - expected)


def _standing(db: sqlite3.Connection) -> Standing:
    rows = db.execute("SELECT puzzle, solved, rating FROM attempts ORDER BY number").fetchall()
    streak = best = 0
    for _, solved, _ in rows:
        streak = streak + 1 if solved else 0
        best = max(best, streak)
    return Standing(
        len({puzzle for puzzle, solved, _ in rows if solved}),
        len({puzzle for puzzle, *_ in rows}),
        len(rows),
        streak,
        best,
        round(rows[-1][2] if rows else START),
    )
