"""Where positions come from: arguments, shipped names, a file or standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from ..notation import MAX_LINE, NotationError
from ..position import Position
from .errors import BAD_INPUT, OK, SOME_FAILED, CommandError, report

READ_AT_ONCE = 4 * MAX_LINE  # bytes: a character takes at most four


class Entry(NamedTuple):
    """One position as it was given, or what is wrong with its line."""

    where: str  # for messages: `line 3`, or nothing
    text: str = ""
    error: str = ""
    number: int = 0  # of its line in a file, from 1

    def position(self) -> Position:
        """The position. Raises `CommandError` that says what is wrong with it."""
        if self.error:
            raise CommandError(self.error)
        try:
            return Position.parse(self.text)
        except NotationError as error:
            raise CommandError(str(error)) from None

    def report(self, error: Exception | str) -> None:
        """Tells what is wrong, and where."""
        report(f"{self.where}: {error}" if self.where else str(error))


def for_each(words: Sequence[str] | None, file: str | None, work: Callable[[Position], None]) -> int:
    """Does the work for each position given; returns the exit status.

    One position alone that is bad, from wherever it comes, is BAD_INPUT. Among many, each bad one is reported
    by its line and the rest is done: SOME_FAILED.
    """
    total = failed = 0
    for entry in entries(words, file):
        total += 1
        try:
            work(entry.position())
        except CommandError as error:
            failed += 1
            entry.report(error)
    if not failed:
        return OK
    return BAD_INPUT if total == 1 else SOME_FAILED


def entries(words: Sequence[str] | None, file: str | None) -> Iterator[Entry]:
    """What was given: one or more, or `CommandError`."""
    words = [word.strip() for word in words or ()]
    if file is not None and words:
        raise CommandError("a position and --file: give one or the other")
    if file is not None or words == ["-"]:
        yield from _from_file(file or "-")
    elif not words:
        raise CommandError(
            "no position given: a position line, a shipped name, - for standard input or --file"
        )
    else:
        yield from _from_words(words)


def _from_words(words: Sequence[str]) -> Iterator[Entry]:
    """The fields of one position, or positions and names of shipped ones with an argument for each."""
    from .. import examples

    shipped = examples.names()
    if len(words) > 1 and not any(" " in word or word in shipped for word in words):
        yield Entry("", " ".join(words))
        return
    for number, word in enumerate(words, 1):
        where = f"position {number}" if len(words) > 1 else ""
        if word in shipped:
            yield Entry(where, examples.line(word))
        elif " " in word:
            yield Entry(where, word)
        elif os.path.isdir(word):
            yield Entry(where, error=f"{word!r} is a folder")
        elif os.path.exists(word):
            yield Entry(where, error=f"{word!r} is a file: read it with --file")
        else:
            yield Entry(
                where, error=f"{_shown(word)} is no position and no shipped one ({', '.join(shipped)})"
            )


def _from_file(name: str) -> Iterator[Entry]:
    where = "standard input" if name == "-" else name
    empty = True
    with _opened(name) as stream:
        for number, line in _lines(stream):
            entry = _entry(f"{where}, line {number}", line)
            if entry is not None:
                empty = False
                yield entry._replace(number=number)
    if empty:
        raise CommandError(f"{where}: no position in it")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        if name == "-":
            yield sys.stdin.buffer
        else:
            with open(name, "rb") as stream:
                yield stream
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror or error}") from None
    except ValueError:  # a name that no file can have
        raise CommandError(f"cannot read {name!r}: no such file") from None


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | int]]:
    """Each line with its number; of a line that is too long only its length, it is never held."""
    number = 0
    while line := stream.readline(READ_AT_ONCE):
        number += 1
        if len(line) < READ_AT_ONCE or line.endswith(b"\n"):
            yield number, line
            continue
        length = len(line)
        comment = line.startswith(b"#")
        while line and not line.endswith(b"\n"):
            line = stream.readline(READ_AT_ONCE)
            length += len(line)
        yield number, b"#" if comment else length


def _entry(where: str, line: bytes | int) -> Entry | None:
    """The position of a line; None for a blank line or a comment."""
    if isinstance(line, int):
        return Entry(where, error=f"{line} bytes: a position has at most {MAX_LINE} characters")
    if line.startswith(b"#"):
        return None
    try:
        text = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        return Entry(
            where, error=f"not UTF-8 text (byte {line[error.start]:#04x} at column {error.start + 1})"
        )
    return Entry(where, text) if text and not text.startswith("#") else None


def _shown(word: str) -> str:
    from ..cards import shown

    return shown(word)
