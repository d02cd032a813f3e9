"""The command hint: what to play when the other hands are hidden."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import OK, CommandError
from .options import Json, Language
from .output import emit, show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..hint import Hint
    from ..view import View

HEADING = "Players"


def hint(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION",
            help="A position line, hidden hands as [bold]?10[/]; a shipped name; [bold]-[/] for a line of"
            " standard input; or a file with a record.",
            show_default=False,
        ),
    ],
    *,
    player: Annotated[str, typer.Option("--player", metavar="P", help="Who values the moves.")] = "maestro",
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed, the same hint.")] = 0,
    language: Language = "en",
    json: Json = False,
) -> int:
    """Advise the seat to move: the value of each move with a 95 % interval, and reasons.

    Only the hand of the seat to move is looked at. Of a record the position after its last move is taken, and
    what has been played tells something about the hidden hands.
    """
    from ..hint import hint as advise
    from ..players import PlayerError, make_player

    view = _view(words)
    try:
        found = advise(view, seed, make_player(player))
    except (PlayerError, ValueError, TypeError) as error:
        raise CommandError(str(error)) from None
    if not found.estimates:
        raise CommandError(f"{player} does not value moves (maestro, ismcts and pimc do)")
    if json:
        emit(as_json(found, language))
    else:
        show(*lines(found, language))
    return OK


def _view(words: list[str]) -> View:
    from .. import examples
    from ..cards import shown
    from ..notation import MAX_LINE, NotationError
    from ..record import read_records
    from ..view import View

    text = " ".join(word.strip() for word in words)
    if text == "-":
        text = sys.stdin.readline(MAX_LINE + 2).strip()
    elif text in examples.names():
        text = examples.line(text)
    try:
        if len(words) == 1 and os.path.isfile(text):
            with open(text, encoding="utf-8") as stream:
                records = read_records(stream.read())
            if not records:
                raise CommandError(f"{text}: no record in it")
            return View.of(records[-1].end, records[-1].moves)
        if len(words) == 1 and words != ["-"] and " " not in text:
            names = ", ".join(examples.names())
            raise CommandError(f"{shown(text)} is no position, no record and no shipped one ({names})")
        return View.parse(text).closed()
    except NotationError as error:
        raise CommandError(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {text}: {error}") from None


def as_json(found: Hint, language: str = "en") -> dict[str, Any]:
    """The JSON object of the command. Points are side 0 minus side 1 in games of two sides."""
    return {
        "position": str(found.view),
        "best": str(found.best),
        "moves": [
            {
                "move": str(e.move),
                "value": round(e.points.mean, 4),
                "ci95": [round(x, 4) for x in e.points.interval],
                "win": round(e.win.share, 4),
                "win_ci95": [round(x, 4) for x in e.win.interval],
                "draw": round(e.draw.share, 4),
                "samples": round(e.points.samples),
            }
            for e in found.estimates
        ],
        "reasons": [
            {"rule": r.rule, "says": r.in_words(language), "source": r.source} for r in found.reasons
        ],
    }


SAY = {
    "it": {
        "columns": ("mossa", "punti per te", "95 %", "vincere la mano", "95 %"),
        "best": ("è la migliore", "è l'unica mossa"),
    },
    "en": {
        "columns": ("move", "points for you", "95 %", "win the hand", "95 %"),
        "best": ("is best", "is the only move"),
    },
}


def lines(found: Hint, language: str = "en") -> list[RenderableType]:
    """The hint as text: the idea, then the card, then the numbers for the side to move."""
    from rich.text import Text

    from .. import text

    parts: list[RenderableType] = []
    for reason in found.reasons:
        parts.append(Text(f"{reason.in_words(language)}  ({reason.source})"))
    two = found.view.rules.n_sides == 2
    table = text.plain_table(*SAY[language]["columns"])
    for e in found.estimates:
        points = -e.points if two and found.view.side == 1 else e.points
        low, high = points.interval
        a, b = e.win.interval
        table.add_row(
            text.move_text(e.move),
            f"{points.mean:+.2f}",
            f"{low:+.2f} .. {high:+.2f}",
            f"{e.win.percent:.0f} %",
            f"{100 * a:.0f} .. {100 * b:.0f}",
        )
    table.title = f"{found.best} {SAY[language]['best'][found.alone]}"
    table.title_justify = "left"
    return [*parts, table]


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(hint)
