"""What a batch keeps on disk: its finished chunks, and in the end one Parquet file.

Beside OUT lies the directory OUT.parts while work is under way: a Parquet file for each finished chunk, named by the
hash of its content, in a directory named by the work asked and the engine. Everything is written under another name
and moved to its place, so that a file is whole or absent.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import IO, Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from ..files import replacing, try_lock
from .engine import Engine
from .row import Row
from .work import Work, chunk_key

GROUP = 1 << 16  # rows that are written at once
MOVE = pa.struct(
    [
        ("move", pa.string()),
        ("value", pa.int16()),
        ("lower", pa.int16()),
        ("upper", pa.int16()),
        ("exact", pa.bool_()),
    ]
)
TYPES: dict[str, pa.DataType] = {
    "position": pa.string(),
    "value": pa.int16(),
    "lower": pa.int16(),
    "upper": pa.int16(),
    "exact": pa.bool_(),
    "best": pa.string(),
    "line": pa.list_(pa.string()),
    "moves": pa.list_(MOVE),
    "nodes": pa.int64(),
    "seconds": pa.float64(),
    "version": pa.string(),
    "signature": pa.int64(),
    "error": pa.string(),
}
INPUT = pa.field("input", pa.int64())
KEY = b"scopone.work"


class StoreError(ValueError):
    """A place that cannot be used for the results."""


class Store:
    """The results of one batch on disk; a context that keeps other processes away.

    out      the Parquet file to be; if it is there already, from the same work, its rows count as known
    Raises `StoreError` if `out` is something else, or another process is at it; `OSError` if it cannot be written.
    """

    def __init__(self, out: Path, work: Work, engine: Engine) -> None:
        self.out = out
        self.parts = out.with_name(out.name + ".parts")
        self._key = work.key(engine)
        self._what = f"{work.command}, {work.limit}, {engine}"
        self._schema = pa.schema(list(TYPES.items()))
        self._earlier = self._schema.empty_table()
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self._earlier = self._read_out()
        if not self.out.parent.is_dir():
            raise StoreError(f"{self.out.parent} is no directory")
        self._mine.mkdir(parents=True, exist_ok=True)
        self._lock = open(self.parts / "lock", "wb")  # its lock ends with the process, at the latest
        if not try_lock(self._lock):
            self._lock.close()
            raise StoreError(f"{self.out}: another process is writing it")
        return self

    def __exit__(self, *exception: object) -> None:
        if self._lock is not None:
            self._lock.close()

    @property
    def _mine(self) -> Path:
        return self.parts / self._key

    def known(self) -> set[str]:
        """The positions whose rows are there."""
        return set(self._rows().column("position").to_pylist())

    def keep(self, lines: Sequence[str], rows: Sequence[Row]) -> None:
        """Keeps the rows of a finished chunk."""
        part = self._mine / f"{chunk_key(lines)}.parquet"
        columns = {f.name: [getattr(row, f.name) for row in rows] for f in fields(Row)}
        columns["moves"] = [row.moves and [m._asdict() for m in row.moves] for row in rows]
        with replacing(part) as new:
            pq.write_table(pa.table(columns, schema=self._schema), new)

    def finish(self, inputs: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
        """Writes `out`, a row for each input (its number, its position) in their order, and removes the parts.

        Returns number and error of those that have no value.
        """
        rows = self._rows()
        place = {line: i for i, line in enumerate(rows.column("position").to_pylist())}
        schema = self._schema.insert(0, INPUT).with_metadata({KEY: self._key, b"scopone": self._what})
        failed: list[tuple[int, str]] = []
        with replacing(self.out, self.parts / "out.new") as new, pq.ParquetWriter(new, schema) as file:
            for numbers, lines in _groups(inputs):
                some = rows.take([place[line] for line in lines])
                table = some.add_column(0, INPUT, [pa.array(numbers, INPUT.type)])
                failed += [
                    (n, e) for n, e in zip(numbers, some.column("error").to_pylist(), strict=True) if e
                ]
                file.write_table(table.cast(schema))
        shutil.rmtree(self.parts)
        return failed

    def _rows(self) -> Any:
        """Everything known: from an earlier `out`, and from finished chunks."""
        return pa.concat_tables([self._earlier, *map(self._read_part, sorted(self._mine.glob("*.parquet")))])

    def _read_part(self, part: Path) -> Any:
        """The rows of a finished chunk; none if the disk has lost them: they will be found again."""
        try:
            return pq.read_table(part, schema=self._schema)
        except (pa.ArrowException, OSError):
            part.unlink()
            return self._schema.empty_table()

    def _read_out(self) -> Any:
        """The rows of an earlier run of the same work."""
        if not os.path.lexists(self.out):
            return self._schema.empty_table()
        try:
            file = pq.ParquetFile(self.out)
            about = file.schema_arrow.metadata or {}
            if about.get(KEY) == self._key.encode():
                return file.read(columns=list(TYPES)).cast(self._schema)
        except pa.ArrowException:
            about = {}
        what = about.get(b"scopone", b"something else").decode(errors="replace")
        raise StoreError(f"{self.out} is there already and holds {what}: remove it, or give another name")


def _groups(inputs: Iterable[tuple[int, str]]) -> Iterator[tuple[list[int], list[str]]]:
    waiting = iter(inputs)
    while group := list(islice(waiting, GROUP)):
        yield [number for number, _ in group], [line for _, line in group]
