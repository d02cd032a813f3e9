"""The command `scopone`: what all commands share, and the families that bring them.

A family is a module with `register(app)`, which adds its commands to the app under a heading of the help.
It must be cheap to import: what is heavy is imported where a command needs it.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .. import __version__
from . import arena, batch, bench, game, hint, play, puzzles, quiz, review, rules, serve, solving, tables

FAMILIES = (solving, tables, batch, game, rules, arena, hint, play, review, puzzles, quiz, serve, bench)

HELP = """
Scopone Scientifico and the Scopa family: exact values, moves, scores.

A position is one line of six fields (see the README), in quotes or not.
The name of a shipped position will do as well, such as [bold]example[/].
[bold]-[/] reads one position a line from standard input, [bold]--file[/] from a file.

Values are points of the whole hand, side 0 (seats 0 and 2) minus side 1.
"""

EPILOG = """
[bold]Examples[/]

scopone analyse example

scopone deal scopone10 --seed 7 | scopone render -

scopone solve --json --file positions.txt > values.jsonl

[bold]Exit status[/]

0 done, 1 some positions of many were bad (the rest is done), 2 bad input

"""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"scopone {__version__}")
        raise typer.Exit()


def _top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def command() -> Any:
    """The whole command, ready to be run."""
    app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    app.callback(help=HELP, epilog=EPILOG)(_top)
    for family in FAMILIES:
        family.register(app)
    return typer.main.get_command(app)
