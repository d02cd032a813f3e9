"""Commands that search: solve, analyse."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..position import Position
from .errors import OK, CommandError
from .interrupt import cancelling
from .options import (
    MEMORY_MIB,
    Checkpoint,
    Dask,
    File,
    Json,
    Memory,
    Nodes,
    Positions,
    TablesDirectory,
    Threads,
    Time,
)
from .output import emit, show
from .progress import watching
from .source import entries, for_each

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..analysis import Limit, Watch
    from ..batch.split import SplitWatch
    from ..solution import Analysis, MoveValue, Solution

HEADING = "Exact values"


def solve(
    pos: Positions = None,
    *,
    file: File = None,
    threads: Threads = 1,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = MEMORY_MIB,
    checkpoint: Checkpoint = None,
    dask: Dask = None,
    tables: TablesDirectory = None,
    json: Json = False,
) -> int:
    """Find the exact value of a position, a best move and a line of best play.

    Without a limit it runs until the value is exact. Stopped by a limit or by Ctrl-C it tells the bounds that
    it has proven. A search of hours is kept in a file with --checkpoint, stopped and gone on with at will.
    With --dask the workers of a cluster search one position together; --memory is then for each of them.
    """
    if dask is not None:
        if threads != 1:
            raise CommandError("--threads and --dask: the cluster has its own")
        return _split_search(
            pos, file, dask, seconds=time, nodes=nodes, memory=memory, json=json, checkpoint=checkpoint
        )
    return _search(
        pos,
        file,
        threads=threads,
        seconds=time,
        nodes=nodes,
        memory=memory,
        tables=tables,
        json=json,
        every_move=False,
        checkpoint=checkpoint,
    )


def analyse(
    pos: Positions = None,
    *,
    file: File = None,
    threads: Threads = 1,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = MEMORY_MIB,
    tables: TablesDirectory = None,
    json: Json = False,
) -> int:
    """Find the exact value of every legal move, the best first for the side to move."""
    return _search(
        pos,
        file,
        threads=threads,
        seconds=time,
        nodes=nodes,
        memory=memory,
        tables=tables,
        json=json,
        every_move=True,
    )


def _search(
    pos: list[str] | None,
    file: str | None,
    *,
    threads: int,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    tables: Path | None,
    json: bool,
    every_move: bool,
    checkpoint: str | None = None,
) -> int:
    from ..analysis import Limit, Solver
    from ..tables import Catalogue

    limit = Limit(seconds, nodes)
    with Solver(threads, memory, Catalogue(tables)) as solver:

        def search(p: Position, progress: Watch | None) -> Solution:
            if every_move:
                return solver.analyse(p, limit, progress)
            return solver.solve(p, limit, progress, checkpoint)

        return _each(pos, file, search, cancel=solver.cancel, limit=limit, json=json, checkpoint=checkpoint)


def _split_search(
    pos: list[str] | None,
    file: str | None,
    dask: str,
    *,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    json: bool,
    checkpoint: str | None,
) -> int:
    from ..analysis import Limit
    from ..batch import BatchError, SplitSolver, dask_client, slots_of

    limit = Limit(seconds, nodes)
    try:
        with dask_client(dask) as client:
            solver = SplitSolver(client, slots_of(client), memory_mib=memory)

            def search(p: Position, progress: SplitWatch | None) -> Solution:
                return solver.solve(p, limit, progress, checkpoint)

            return _each(
                pos, file, search, cancel=solver.cancel, limit=limit, json=json, checkpoint=checkpoint
            )
    except BatchError as error:
        raise CommandError(str(error)) from None


def _each(
    pos: list[str] | None,
    file: str | None,
    search: Callable[[Position, Any], Solution],
    *,
    cancel: Callable[[], None],
    limit: Limit,
    json: bool,
    checkpoint: str | None,
) -> int:
    """Searches each position given, and tells what was found; returns the exit status."""
    from ..analysis import Unsolvable
    from ..checkpoint import CheckpointError
    from ..tables import TableError

    def work(p: Position) -> None:
        with cancelling(cancel):
            try:
                with watching(limit) as progress:
                    found = search(p, progress)
            except (Unsolvable, CheckpointError, TableError) as error:
                raise CommandError(str(error)) from None
            except OSError as error:
                raise CommandError(f"checkpoint {checkpoint}: {error.strerror or error}") from None
            if json:
                emit(_data(found))
            else:
                show(*_blocks(found))

    if checkpoint is None:
        return for_each(pos, file, work)
    work(_only(pos, file))
    return OK


def _only(pos: list[str] | None, file: str | None) -> Position:
    """The one position given: what keeps one search says so before it begins with any."""
    given = list(islice(entries(pos, file), 2))
    if len(given) > 1:
        raise CommandError("--checkpoint keeps the search of one position, and here are more")
    try:
        return given[0].position()
    except CommandError as error:
        raise CommandError(f"{given[0].where}: {error}" if given[0].where else str(error)) from None


def _data(s: Solution) -> dict[str, Any]:
    from ..solution import Analysis

    data: dict[str, Any] = {
        "position": str(s.position),
        "value": s.value,
        "lower": s.lower,
        "upper": s.upper,
        "exact": s.exact,
        "best": None if s.best is None else str(s.best),
        "line": [str(m) for m in s.line],
        "nodes": s.nodes,
        "seconds": round(s.seconds, 6),
    }
    if isinstance(s, Analysis):
        data["moves"] = [
            {"move": str(m.move), "value": m.value, "lower": m.lower, "upper": m.upper, "exact": m.exact}
            for m in s.moves
        ]
    return data


def _blocks(s: Solution) -> list[RenderableType]:
    from rich.text import Text

    from .. import text
    from ..solution import Analysis

    p = s.position
    blocks: list[RenderableType] = [text.position_block(p)]
    if isinstance(s, Analysis) and s.moves:
        blocks.append(_moves_table(s))
    elif s.best is not None:
        blocks.append(Text.assemble("best move  ", text.move_text(s.best, text.is_sweep(p, s.best))))
    if s.line:
        blocks.append(text.line_table(p, s.line))
    work = Text(f"\n{s.nodes:,} nodes, {s.seconds:.2f} s", "dim")
    return [*blocks, Text(_verdict(s)).append_text(work)]


def _moves_table(a: Analysis) -> RenderableType:
    """The moves with what each costs against the best; the best ones are marked."""
    from .. import text

    table = text.plain_table("", "value", "cost", "move", "takes", numbers=("value", "cost"))
    for m in a.moves:
        best = m.bounds == a.moves[0].bounds
        table.add_row(
            ">" if best else "",
            str(m.bounds),
            _cost(a, m),
            text.move_text(m.move, text.is_sweep(a.position, m.move)),
            text.captured_names(m.move) or "-",
            style="bold" if best else "",
        )
    return table


def _cost(a: Analysis, m: MoveValue) -> str:
    """Points lost against the best move, where both are known."""
    if a.value is None or m.value is None:
        return "?"
    return str(abs(a.value - m.value) or "")


def _verdict(s: Solution) -> str:
    """The value in words."""
    if s.value is None:
        return f"value {s.bounds}: not exact yet, it lies within these bounds"
    if s.value == 0:
        return "value 0: both sides end level"
    points = "1 point" if abs(s.value) == 1 else f"{abs(s.value)} points"
    return f"value {s.bounds}: side {0 if s.value > 0 else 1} ends {points} ahead"


def register(app: typer.Typer) -> None:
    """Adds the commands of this family."""
    for command in (solve, analyse):
        app.command(rich_help_panel=HEADING)(command)
