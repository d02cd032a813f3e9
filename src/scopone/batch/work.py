"""What a batch asks of each position, and what a worker does with a chunk of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..analysis import Limit, Solver, Unsolvable
from ..position import Position
from .engine import Engine, prove
from .row import Row

CHUNK_SECONDS = (
    1.0  # a chunk is expected to take so long: handing it over costs a hundredth, losing it little
)
CHUNK_MOST = 500  # positions in a chunk
NO_LIMIT = Limit()
HANDLING = 0.0005  # seconds for a position that needs no search


@dataclass(frozen=True, slots=True)
class Work:
    """What is asked of every position.

    every_move   a value for every legal move, as `analyse`; otherwise one for the position, as `solve`
    limit        of each position; one that meets it has the bounds proven by then
    memory_mib   bound of the table of each worker in MiB, at least 1
    """

    every_move: bool = False
    limit: Limit = NO_LIMIT
    memory_mib: int = 256

    @property
    def command(self) -> str:
        """The command that asks the same of one position."""
        return "analyse" if self.every_move else "solve"

    def key(self, engine: Engine) -> str:
        """The same for work with the same results; the memory does not count."""
        what = [self.command, self.limit.seconds, self.limit.nodes, *engine]
        return _digest(json.dumps(what))

    def seconds(self, position: Position) -> float:
        """What a position is expected to take."""
        expected = expected_seconds(position)
        return min(expected, self.limit.seconds or expected)


def expected_seconds(position: Position) -> float:
    """What an exact value is expected to take, by the cards left: 0.1 s with 24, 19 times that with four more."""
    return HANDLING + 0.1 * 2.1 ** (position.cards_left - 24)


def chunks_of(positions: Iterable[Position], work: Work) -> Iterator[tuple[str, ...]]:
    """Position lines in chunks of at most about a second of work; one that takes longer is alone in its chunk."""
    chunk: list[str] = []
    seconds = 0.0
    for position in positions:
        expected = work.seconds(position)
        if chunk and (seconds + expected > CHUNK_SECONDS or len(chunk) == CHUNK_MOST):
            yield tuple(chunk)
            chunk, seconds = [], 0.0
        chunk.append(str(position))
        seconds += expected
    if chunk:
        yield tuple(chunk)


def chunk_key(lines: Sequence[str]) -> str:
    """The content hash of a chunk."""
    return _digest("\n".join(lines))


def do_chunk(work: Work, engine: Engine, lines: Sequence[str]) -> list[Row]:
    """The rows of a chunk, computed in a worker, which first proves that it is the engine expected.

    Each position has a new solver, so that a row does not depend on what else is in its chunk.
    """
    prove(engine)
    return [_row(work, engine, line) for line in lines]


def _row(work: Work, engine: Engine, line: str) -> Row:
    position = Position.parse(line)
    try:
        with Solver(memory_mib=work.memory_mib) as solver:
            ask = solver.analyse if work.every_move else solver.solve
            return Row.of(ask(position, work.limit), engine)
    except Unsolvable as error:
        return Row.failed(position, str(error), engine)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
