"""The commands batch solve and batch analyse: many positions into a Parquet file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ..position import Position
from ..rules import Rules, RulesError
from .errors import OK, SOME_FAILED, CommandError, report
from .interrupt import cancelling
from .options import MEMORY_MIB, Dask, Json, Memory, Nodes, Time
from .output import emit
from .progress import progress_bar
from .source import Entry, entries

if TYPE_CHECKING:
    from ..batch import Executor, Work
    from ..batch.write import Count

HEADING = "Exact values"

Source = Annotated[
    str,
    typer.Argument(
        metavar="IN", help="A file of position lines, [bold]-[/] for standard input; with --deals the game."
    ),
]
Out = Annotated[Path, typer.Argument(metavar="OUT", help="The Parquet file to be written.")]
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals",
        metavar="K",
        min=1,
        max=2**40,
        help="In place of a file: K random deals of the game IN, such as scopone10.",
        show_default=False,
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="With --deals: of the seeds N, N+1 and so on.")
]
Left = Annotated[
    int | None,
    typer.Option(
        "--left",
        metavar="CARDS",
        min=1,
        help="With --deals: played at random until so many cards are left.",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="J", min=1, max=1024, help="Processes to search in.", show_default="a core each"
    ),
]


def solve(
    source: Source,
    out: Out,
    *,
    deals: Deals = None,
    seed: Seed = 1,
    left: Left = None,
    jobs: Jobs = None,
    dask: Dask = None,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = MEMORY_MIB,
    json: Json = False,
) -> int:
    """Find the exact value of every position: a row for each in the Parquet file OUT.

    A limit holds for each position; one that meets it has proven bounds in its row. The columns are those of
    solve --json, the number of the input line (or the seed), and the engine. What is found is kept at once in
    OUT.parts: after an interruption the same command goes on from there. Equal positions are solved once.
    """
    return _batch(
        source,
        out,
        deals=deals,
        seed=seed,
        left=left,
        jobs=jobs,
        dask=dask,
        seconds=time,
        nodes=nodes,
        memory=memory,
        json=json,
        every_move=False,
    )


def analyse(
    source: Source,
    out: Out,
    *,
    deals: Deals = None,
    seed: Seed = 1,
    left: Left = None,
    jobs: Jobs = None,
    dask: Dask = None,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = MEMORY_MIB,
    json: Json = False,
) -> int:
    """Find the exact value of every legal move of every position; otherwise as batch solve."""
    return _batch(
        source,
        out,
        deals=deals,
        seed=seed,
        left=left,
        jobs=jobs,
        dask=dask,
        seconds=time,
        nodes=nodes,
        memory=memory,
        json=json,
        every_move=True,
    )


def _batch(
    source: str,
    out: Path,
    *,
    deals: int | None,
    seed: int,
    left: int | None,
    jobs: int | None,
    dask: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    json: bool,
    every_move: bool,
) -> int:
    from ..analysis import Limit
    from ..batch import BatchError, Work, WrongEngine

    try:
        from ..batch.store import StoreError
    except ImportError:
        raise CommandError("a batch takes the extra `batch`: pip install 'scopone[batch]'") from None
    if jobs is not None and dask is not None:
        raise CommandError("--jobs and --dask: the work is done here or there")
    if deals is None and left is not None:
        raise CommandError("--left goes with --deals")
    bad: list[int] = []
    inputs = _lines(source, bad) if deals is None else _deals(source, deals, seed, left)
    work = Work(every_move, Limit(seconds, nodes), memory)
    try:
        with cancelling(_interrupt):
            where: Callable[[int], str] = "seed {}".format
            if deals is None:
                where = ("line {}" if source == "-" else f"{source}, line {{}}").format
            count = _written(inputs, out, work, jobs, dask)
    except (BatchError, StoreError, WrongEngine) as error:
        raise CommandError(str(error)) from None
    for number, why in count.failed:
        report(f"{where(number)}: {why}")
    _tell(count, out, len(bad), json)
    return SOME_FAILED if bad or count.failed else OK


def _interrupt() -> NoReturn:
    raise KeyboardInterrupt


def _lines(source: str, bad: list[int]) -> Iterator[tuple[int, Position]]:
    """The positions of a file with their line numbers; those of bad lines go to `bad`, and are reported."""
    entry: Entry
    good = False
    for entry in entries(None, source):
        try:
            position = entry.position()
        except CommandError as error:
            entry.report(error)
            bad.append(entry.number)
            continue
        good = True
        yield entry.number, position
    if not good:
        raise CommandError(f"{source}: no position in it")


def _deals(rules: str, count: int, seed: int, left: int | None) -> Iterator[tuple[int, Position]]:
    from ..bench import random_position

    try:
        game = Rules.parse(rules)
    except RulesError as error:
        raise CommandError(str(error)) from None
    cards = Position.deal(game, seed).cards_left
    if left is not None and left > cards:
        raise CommandError(f"--left {left}: a deal of {game} has {cards} cards to play")
    return ((n, random_position(game, n, left)) for n in range(seed, seed + count))


def _written(
    inputs: Iterator[tuple[int, Position]], out: Path, work: Work, jobs: int | None, dask: str | None
) -> Count:
    from ..batch.write import write_batch

    count = None

    def counted(now: Count) -> None:
        nonlocal count
        count = now
        if bar is not None:
            bar(now)

    try:
        with _crew(jobs, dask) as (executor, workers), _watching() as bar:
            return write_batch(inputs, out, work, executor=executor, in_flight=2 * workers, progress=counted)
    except KeyboardInterrupt:
        if count is not None:
            done = count.known + count.solved
            report(f"stopped: {done} of {count.unique} are kept in {out}.parts; the same command goes on")
        raise


@contextmanager
def _crew(jobs: int | None, dask: str | None) -> Iterator[tuple[Executor, int]]:
    """Where the work is done, and by how many."""
    from ..batch import dask_client, local_executor, slots_of, usable_cores

    if dask is not None:
        with dask_client(dask) as client:
            yield client, slots_of(client)
    else:
        jobs = jobs or usable_cores()
        with local_executor(jobs) as executor:
            yield executor, jobs


@contextmanager
def _watching() -> Iterator[Callable[[Count], None] | None]:
    """A progress callback that draws a bar; None where stderr is no terminal."""
    with progress_bar() as draw:

        def update(count: Count) -> None:
            assert draw is not None
            done = count.known + count.solved
            bounds = f", {count.inexact} with bounds" if count.inexact else ""
            draw(
                done, count.unique, f"{done:,} of {count.unique:,}{bounds}, {count.per_second:,.1f} a second"
            )

        yield draw and update


def _tell(count: Count, out: Path, bad: int, json: bool) -> None:
    if json:
        emit(
            {
                "out": str(out),
                "positions": count.positions,
                "unique": count.unique,
                "known": count.known,
                "solved": count.solved,
                "inexact": count.inexact,
                "bad": bad + len(count.failed),
                "seconds": round(count.seconds, 3),
                "positions_per_second": round(count.per_second, 3),
            }
        )
        return
    parts = [f"{count.positions:,} positions"]
    if count.unique < count.positions:
        parts.append(f"{count.unique:,} different")
    if count.known:
        parts.append(f"{count.known:,} known from before")
    if count.inexact:
        parts.append(f"{count.inexact:,} with bounds only")
    rate = f"{count.solved:,} solved in {count.seconds:.1f} s, {count.per_second:,.1f} a second"
    print(f"{out}: {', '.join(parts)}; {rate}")


def register(app: typer.Typer) -> None:
    """Adds the group of commands."""
    group = typer.Typer(no_args_is_help=True, help="Solve many positions, on this machine or a Dask cluster.")
    for command in (solve, analyse):
        group.command()(command)
    app.add_typer(group, name="batch", rich_help_panel=HEADING)
