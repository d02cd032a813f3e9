"""The command review: what each move of a recorded hand cost, and why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import OK, CommandError
from .options import MEMORY_MIB, Json, Language, Memory, Nodes, Threads, Time
from .output import emit, show
from .progress import progress_bar

if TYPE_CHECKING:
    from ..record import Record

HEADING = "Training"
NODES = 2_000_000
WORLDS = 4096


def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A file with records, as play --record writes them; [bold]-[/] for standard input.",
            show_default=False,
        ),
    ],
    *,
    seat: Annotated[
        list[int] | None,
        typer.Option("--seat", metavar="N", min=0, help="Only this seat's moves.", show_default="all"),
    ] = None,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds", metavar="N", min=16, max=10_000_000, help="Hidden hands tried with each move."
        ),
    ] = WORLDS,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed, the same review.")] = 0,
    time: Time = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    memory: Memory = MEMORY_MIB,
    language: Language = "en",
    json: Json = False,
) -> int:
    """Review a hand: the cost of each move with all cards seen, and given what its player could know.

    The first is exact, or proven bounds where a limit (2,000,000 nodes a position, or --nodes or --time) stopped
    the search. The second is an estimate with its 95 % interval, over hidden hands that fit what was played; verdicts
    and marks go by it alone.
    """
    from ..analysis import Limit, Solver
    from ..review import Judge, as_json
    from ..review import review as look_at
    from .reviewed import blocks

    records = _records(file)
    limit = Limit(time, nodes) if time or nodes else Limit(nodes=NODES)
    try:
        with Solver(threads, memory) as solver:
            for record in records:
                with progress_bar() as draw:
                    found = look_at(
                        record, seats=seat, judge=Judge(worlds), limit=limit, solver=solver, seed=seed,
                        progress=draw and (lambda done, n: draw(done, n, f"{done} of {n} steps")),
                    )  # fmt: skip
                if json:
                    emit(as_json(found, language))
                else:
                    show(*blocks(found, language))
    except ValueError as error:
        raise CommandError(str(error)) from None
    return OK


def _records(name: str) -> list[Record]:
    from ..notation import NotationError
    from ..record import read_records

    where = "standard input" if name == "-" else name
    try:
        if name == "-":
            text = sys.stdin.read()
        else:
            with open(name, encoding="utf-8") as stream:
                text = stream.read()
        records = read_records(text)
    except NotationError as error:
        raise CommandError(f"{where}: {error}") from None
    except UnicodeDecodeError as error:
        raise CommandError(f"cannot read {where}: not UTF-8 text (byte {error.start + 1})") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read {where}: {getattr(error, 'strerror', None) or error}") from None
    if not records:
        raise CommandError(f"{where}: no record in it")
    return records


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(review)
