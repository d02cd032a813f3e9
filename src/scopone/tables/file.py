"""The file of a table, and reading values from it.

    magic       "scopone table 1\\n"
    length      of the head, 4 bytes, little endian
    head        JSON: see `Head`; padded with spaces so that what follows begins at a multiple of 4096
    values      a signed byte for each layout: the points still open under best play, side 0 minus side 1
    best        a byte for each layout: which of the moves in the head is best
    digests     8 bytes (BLAKE2b) for each block of 1 MiB of values and best
    digest      16 bytes (BLAKE2b) of all before the values, and of the digests

Layout number k is entry k of both arrays: see `scopone.solver.layouts` for how layouts are numbered.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ..cards import shown, write_cards
from ..files import replacing
from ..move import Move
from ..position import Position
from .ending import Ending, TableError, pasts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAGIC = b"scopone table 1\n"
SCHEME = "hands in the order of play, colexicographic, cards by suit and rank"
ALIGN = 4096
BLOCK = 1 << 20
SMALL, LARGE = 8, 16  # bytes of a digest


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the beginning of a table.

    rules, cards, table, turn, last   the class: cards still to be played, table cards, seat to move, last side
    statistic   what of the captured cards still matters
    key         tells the class from others of the same rules, in hexadecimal digits
    position    a position of the class
    index       how layouts are numbered
    layouts     how many there are
    moves       the moves that `best` counts
    """

    rules: str
    cards: str
    table: str
    turn: int
    last: int | None
    statistic: dict[str, int]
    key: str
    position: str
    index: str
    layouts: int
    moves: list[str]

    @classmethod
    def of(cls, ending: Ending, moves: list[Move]) -> Head:
        """The head for a class."""
        p = ending.position
        return cls(
            str(p.rules),
            write_cards(ending.cards),
            write_cards(p.table),
            p.turn,
            ending.last_side,
            ending.statistic,
            ending.key.hex(),
            str(ending.deal(0)),
            SCHEME,
            len(ending.layouts),
            list(map(str, moves)),
        )


class Entry(NamedTuple):
    """What a table says of a position: points of the whole hand, side 0 minus side 1, and a best move."""

    value: int
    best: Move


class Table:
    """The values of all layouts of an ending class, read from a file.

    Opening checks the whole file. Probing changes nothing: any number of threads may do it. Raises `TableError`
    for a file that is no table, is damaged or was made by another version, `OSError` if it cannot be read.
    """

    def __init__(self, path: str | Path) -> None:
        import numpy as np

        self.path = Path(path)
        self.head, start = read_head(self.path)
        with open(self.path, "rb") as file:
            _check_blocks(self.path, file, start, 2 * self.head.layouts)
        try:
            self.ending = Ending.of(Position.parse(self.head.position))
            self.moves = tuple(map(Move.parse, self.head.moves))
            known = self.ending.key.hex(), len(self.ending.layouts), SCHEME
        except (ValueError, OverflowError) as error:
            raise TableError(f"{self.path}: {error}") from None
        if known != (self.head.key, self.head.layouts, self.head.index):
            raise TableError(f"{self.path}: made by a version that numbers classes or layouts in another way")
        n = self.head.layouts
        data = np.memmap(self.path, np.uint8, "r", start, (2 * n,))
        self.values: npt.NDArray[np.int8] = data[:n].view(np.int8)
        self.best: npt.NDArray[np.uint8] = data[n:]
        self._layouts, self._pasts = self.ending.layouts, pasts(self.ending.rules)
        self._points = self._pasts.identify(self.ending.position)[1]

    def __len__(self) -> int:
        return self.head.layouts

    def probe(self, position: Position) -> Entry:
        """The value and a best move of a position of the class. Raises `TableError` for any other."""
        if position.rules != self.ending.rules:
            raise TableError(f"{self.path.name} is a table of {self.ending.rules}, not of {position.rules}")
        key, points = self._pasts.identify(position)
        if key != self.ending.key:
            raise TableError(f"{self.path.name} has other cards in play or another past")
        i = self._layouts.index(position)
        return Entry(points + int(self.values[i]), self.moves[self.best[i]])

    def entry(self, number: int) -> Entry:
        """Value and best move of `ending.deal(number)`."""
        return Entry(self._points + int(self.values[number]), self.moves[self.best[number]])


def write_table(
    path: Path,
    ending: Ending,
    moves: list[Move],
    values: npt.NDArray[np.int8],
    best: npt.NDArray[np.uint8],
) -> None:
    """Writes a table beside its place and moves it there, so that it is always whole."""
    text = json.dumps(asdict(Head.of(ending, moves))).encode()
    length = -(len(MAGIC) + 4 + len(text)) % ALIGN + len(text)
    head = MAGIC + length.to_bytes(4, "little") + text.ljust(length)
    whole = hashlib.blake2b(head, digest_size=LARGE)
    with replacing(path) as new, open(new, "wb") as file:
        file.write(head)
        file.write(values.data.cast("B"))
        file.write(best.data)
        digests = b"".join(_digests(values, best))
        whole.update(digests)
        file.write(digests + whole.digest())


def _digests(values: npt.NDArray[np.int8], best: npt.NDArray[np.uint8]) -> Iterator[bytes]:
    """The digest of each block of both arrays, one after the other."""
    n = len(values)
    for at in range(0, 2 * n, BLOCK):
        digest = hashlib.blake2b(digest_size=SMALL)
        digest.update(values[at : at + BLOCK].data.cast("B"))
        digest.update(best[max(at - n, 0) : max(at + BLOCK - n, 0)].data)
        yield digest.digest()


def read_head(path: Path) -> tuple[Head, int]:
    """The head of a file, and where the values begin. Checks all of the file but the values and best moves."""
    size = path.stat().st_size
    with open(path, "rb") as file:
        magic = file.read(len(MAGIC))
        if magic != MAGIC:
            if magic.startswith(MAGIC[:-2]) and len(magic) == len(MAGIC):
                raise TableError(
                    f"{path}: a table of another format ({shown(magic.decode('latin-1')).strip()})"
                )
            raise TableError(f"{path}: not a table")
        length = file.read(4)
        start = len(MAGIC) + 4 + int.from_bytes(length, "little")
        if start > size:
            raise TableError(f"{path}: cut off or damaged at its beginning")
        text = file.read(start - len(MAGIC) - 4)
        try:
            head = Head(**json.loads(text))
            layouts = int(head.layouts)
        except (ValueError, TypeError):
            raise TableError(f"{path}: damaged at its beginning") from None
        blocks = -(-2 * layouts // BLOCK)
        end = start + 2 * layouts + blocks * SMALL + LARGE
        if size != end:
            raise TableError(
                f"{path}: {size} bytes where a table of {layouts} layouts has {end}: cut off or damaged"
            )
        file.seek(start + 2 * layouts)
        whole = hashlib.blake2b(magic + length + text, digest_size=LARGE)
        whole.update(file.read(blocks * SMALL))
        if file.read() != whole.digest():
            raise TableError(f"{path}: damaged at its beginning or end")
    return head, start


def _check_blocks(path: Path, file: IO[bytes], start: int, size: int) -> None:
    """Compares each block with its digest."""
    file.seek(start + size)
    digests = file.read(-(-size // BLOCK) * SMALL)
    file.seek(start)
    for i, at in enumerate(range(0, size, BLOCK)):
        block = file.read(min(BLOCK, size - at))
        if hashlib.blake2b(block, digest_size=SMALL).digest() != digests[i * SMALL : (i + 1) * SMALL]:
            raise TableError(f"{path}: damaged in block {i} of {-(-size // BLOCK)}")


def as_data(head: Head, path: Path) -> dict[str, Any]:
    """What is told of a table: its place and size, and the head."""
    return {"file": str(path), "bytes": path.stat().st_size, **asdict(head)}
