"""The commands tables build, probe, verify, info and list: endgame tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..notation import NotationError
from ..position import Position
from ..view import View
from .errors import BAD_INPUT, OK, SOME_FAILED, CommandError
from .options import File, Json, Memory, Positions, TablesDirectory
from .output import emit, show
from .progress import progress_bar
from .source import entries

if TYPE_CHECKING:
    from ..tables import Catalogue, Outlook, Table

HEADING = "Exact values"
MEMORY_MIB, SCRATCH_MIB = 1024, 16384
HELP = """
Endgame tables: the exact value of every way in which the last cards can lie.

A table belongs to an ending class: the cards still in play, the table, who plays, and what of the captured cards
matters. Any position of the class names it, with hidden hands ([bold]?4[/]) or without.
"""

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="TABLE", help="Names of tables, as list tells them.", show_default=False),
]


def build(
    pos: Positions = None,
    *,
    file: File = None,
    directory: TablesDirectory = None,
    memory: Memory = MEMORY_MIB,
    scratch: Annotated[
        int,
        typer.Option("--scratch", metavar="MIB", min=0, help="At most so much disk while it works."),
    ] = SCRATCH_MIB,
    json: Json = False,
) -> int:
    """Build the table of a position's class. A build that was stopped or killed goes on where it was."""
    _need_numpy()
    from ..tables import build as make
    from ..tables import default_directory

    place = directory or default_directory()

    def work(place_of: Position | View) -> None:
        start = time.perf_counter()
        try:
            with progress_bar() as draw:
                table = make(
                    place_of,
                    place,
                    memory,
                    draw
                    and (lambda p: draw(p.share, 1.0, f"{p.left} cards left, run {p.done:,} of {p.runs:,}")),
                    scratch,
                )
        except OSError as error:
            raise CommandError(f"{error.filename or place}: {error.strerror or error}") from None
        data = {**_data(table), "seconds": round(time.perf_counter() - start, 3)}
        if json:
            emit(data)
        else:
            typer.echo(
                f"{table.path}\n{len(table):,} layouts, {data['bytes']:,} bytes, {data['seconds']:.2f} s"
            )

    return _for_each(pos, file, work)


def probe(
    pos: Positions = None,
    *,
    file: File = None,
    directory: TablesDirectory = None,
    memory: Memory = MEMORY_MIB,
    json: Json = False,
) -> int:
    """Tell the value of a position from its table; with hidden hands, what each move gives over all layouts.

    Hidden hands need no table: the layouts that one's own cards leave possible are worked out at once.
    """
    _need_numpy()
    from ..tables import Catalogue, outlook

    catalogue = Catalogue(directory)

    def work(place: Position | View) -> None:
        if isinstance(place, View):
            _tell_outlook(outlook(place, memory), json)
            return
        table = catalogue.find(place)
        if table is None:
            raise CommandError(
                f"{catalogue.directory}: no table of this class (scopone tables build makes it)"
            )
        entry = table.probe(place)
        if json:
            emit(
                {
                    "position": str(place),
                    "value": entry.value,
                    "best": str(entry.best),
                    "table": str(table.path),
                }
            )
        else:
            from .. import text

            show(f"value {entry.value:+d}, best move {entry.best}", text.position_block(place))

    return _for_each(pos, file, work)


def verify(
    names: Names = None,
    *,
    directory: TablesDirectory = None,
    count: Annotated[
        int, typer.Option("--count", metavar="K", min=1, help="So many random layouts of each.")
    ] = 1000,
    every: Annotated[bool, typer.Option("--all", metavar="", help="Every layout.")] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="The same seed, the same layouts.")
    ] = 0,
    json: Json = False,
) -> int:
    """Compute a random part of each table, or all of it, again by search. Exit status 1 if one is wrong."""
    _need_numpy()
    from ..tables import TableError
    from ..tables import verify as check

    catalogue = _catalogue(directory)
    wrong = 0
    for name in _chosen(catalogue, names):
        checked, error = 0, None
        try:
            with progress_bar() as draw:
                checked = check(
                    catalogue.open(name),
                    None if every else count,
                    seed,
                    draw and (lambda done, n: draw(done, n, f"{done:,} of {n:,}")),
                )
        except TableError as found:
            error = str(found)
            wrong += 1
        except OSError as found:
            raise CommandError(f"{catalogue.directory / name}: {found.strerror or found}") from None
        if json:
            emit({"file": name, "checked": checked, "right": error is None, "error": error})
        else:
            typer.echo(error or f"{name}: {checked:,} layouts are right")
    return SOME_FAILED if wrong else OK


def info(names: Names = None, *, directory: TablesDirectory = None, json: Json = False) -> int:
    """Tell what is in a table: its class, its moves, its size. The whole file is checked."""
    _need_numpy()
    from ..tables import TableError

    catalogue = _catalogue(directory)
    for name in _chosen(catalogue, names):
        try:
            table = catalogue.open(name)
        except TableError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{catalogue.directory / name}: {error.strerror or error}") from None
        data = _data(table)
        if json:
            emit(data)
        else:
            for key, value in data.items():
                typer.echo(f"{key:10} {' '.join(map(str, value)) if isinstance(value, list) else value}")
    return OK


def list_(*, directory: TablesDirectory = None, json: Json = False) -> int:
    """List the tables of the directory, from its catalogue."""
    catalogue = _catalogue(directory)
    if json:
        for entry in catalogue.entries:
            emit(entry)
        return OK
    typer.echo(f"{len(catalogue)} tables in {catalogue.directory}")
    for entry in catalogue.entries:
        cards = f"{entry['cards']} in play, {entry['table']} on the table"
        typer.echo(f"{entry['file']}  {cards}  {entry['layouts']:,} layouts")
    return OK


def _need_numpy() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise CommandError("tables need numpy: install scopone[tables]") from None


def _catalogue(directory: Path | None) -> Catalogue:
    from ..tables.catalogue import Catalogue

    if directory is not None and not directory.is_dir():
        raise CommandError(f"{directory}: no such directory")
    return Catalogue(directory)


def _chosen(catalogue: Catalogue, names: Sequence[str] | None) -> list[str]:
    """The tables that were named, or all; `CommandError` where there is none."""
    chosen = [Path(name).name for name in names or [entry["file"] for entry in catalogue.entries]]
    if not chosen:
        raise CommandError(f"{catalogue.directory}: no tables here")
    for name in chosen:
        if not (catalogue.directory / name).exists():
            raise CommandError(f"{catalogue.directory / name}: no such table")
    return chosen


def _data(table: Table) -> dict[str, Any]:
    from ..tables.file import as_data

    return as_data(table.head, table.path)


def _for_each(words: list[str] | None, file: str | None, work: Callable[[Position | View], None]) -> int:
    """As `source.for_each`, for positions and for views with hidden hands."""
    total = failed = 0
    for entry in entries(words, file):
        total += 1
        try:
            hidden = "?" in entry.text and not entry.error
            work(View.parse(entry.text) if hidden else entry.position())
        except (CommandError, NotationError, ValueError, OverflowError) as error:
            failed += 1
            entry.report(error)
    if not failed:
        return OK
    return BAD_INPUT if total == 1 else SOME_FAILED


def _tell_outlook(found: Outlook, json: bool) -> None:
    if json:
        emit(
            {
                "position": str(found.view),
                "layouts": found.layouts,
                "open_mean": round(found.open_mean, 6),
                "moves": [
                    {
                        "move": str(m.move),
                        "mean": round(m.mean, 6),
                        "worst": m.worst,
                        "best": m.best,
                        "right": round(m.right, 6),
                    }
                    for m in found.moves
                ],
            }
        )
        return
    from .. import text

    rows = text.plain_table(
        "move", "mean", "worst", "best", "right", numbers=("mean", "worst", "best", "right")
    )
    for m in found.moves:
        rows.add_row(
            text.move_text(m.move), f"{m.mean:+.3f}", f"{m.worst:+d}", f"{m.best:+d}", f"{m.right:.1%}"
        )
    show(f"{found.layouts:,} layouts are possible; points are side 0 minus side 1", rows)


def register(app: typer.Typer) -> None:
    """Adds the commands of this family."""
    tables = typer.Typer(help=HELP, rich_markup_mode="rich", no_args_is_help=True)
    for command in (build, probe, verify, info):
        tables.command()(command)
    tables.command("list")(list_)
    app.add_typer(tables, name="tables", rich_help_panel=HEADING)
