"""Commands of the game itself: moves, score, perft, deal, render."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from ..position import Position
from ..rules import Rules, RulesError
from .errors import OK, CommandError
from .options import Count, Depth, File, Json, Positions, Seed
from .output import emit, show
from .source import for_each

if TYPE_CHECKING:
    from rich.console import Group

HEADING = "The game"


def moves(pos: Positions = None, file: File = None, json: Json = False) -> int:
    """List the legal moves; [bold]*[/] marks a scopa."""

    def work(p: Position) -> None:
        if json:
            emit({"position": str(p), "moves": [str(m) for m in p.legal_moves]})
        else:
            show(_moves_block(p))

    return for_each(pos, file, work)


def _moves_block(p: Position) -> Group:
    from rich.console import Group

    from .. import text
    from ..names import card_name

    table = text.plain_table("move", "plays", "takes")
    for m in p.legal_moves:
        table.add_row(
            text.move_text(m, text.is_sweep(p, m)),
            card_name(m.card),
            text.captured_names(m) or "-",
        )
    return Group(text.heading(p), table)


def score(pos: Positions = None, file: File = None, json: Json = False) -> int:
    """Count the points of the piles as they lie: final when the hand is over."""

    def work(p: Position) -> None:
        points = p.score()
        if json:
            items = {name: list(each) for name, each in points.items()}
            emit({"position": str(p), "over": p.is_over, "points": list(points.points), "items": items})
        else:
            show(_score_block(p))

    return for_each(pos, file, work)


def _score_block(p: Position) -> Group:
    from rich.console import Group

    from .. import text

    sides = [f"side {side}" for side in range(p.rules.n_sides)]
    table = text.plain_table("", *sides, numbers=sides)
    points = p.score()
    for name, each in points.items():
        table.add_row(name, *map(str, each))
    table.add_section()
    table.add_row("points", *map(str, points.points), style="bold")
    heading = text.heading(p)
    if not p.is_over:
        heading.append("\nThe score so far, if the hand ended here", "not bold")
    return Group(heading, table)


def perft(
    pos: Positions = None,
    *,
    depth: Depth,
    file: File = None,
    json: Json = False,
) -> int:
    """Count the sequences of exactly DEPTH legal moves, to check a rules engine and its speed.

    A sequence cannot go on after the end of the hand: beyond it the count is 0.
    """
    from ..solver.perft import perft as count

    def work(p: Position) -> None:
        start = time.perf_counter()
        nodes = count(p, depth)
        seconds = time.perf_counter() - start
        if json:
            emit({"position": str(p), "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)})
        else:
            print(f"depth {depth}  nodes {nodes:,}  seconds {seconds:.3f}", flush=True)

    return for_each(pos, file, work)


def deal(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="The game, such as scopone10.")],
    seed: Seed = None,
    count: Count = 1,
    json: Json = False,
) -> int:
    """Deal at random: position lines that the other commands read."""
    try:
        game = Rules.parse(rules)
    except RulesError as error:
        raise CommandError(f"{error} (scopone rules lists games and options)") from None
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    for n in range(seed, seed + count):
        p = Position.deal(game, n)
        if json:
            emit({"position": str(p), "seed": n})
        else:
            print(p, flush=count == 1)
    return OK


def render(
    pos: Positions = None,
    *,
    file: File = None,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Draw it to an SVG file.", show_default=False),
    ] = None,
    png: Annotated[
        str | None,
        typer.Option("--png", metavar="FILE", help="Draw it to a PNG file.", show_default=False),
    ] = None,
    style: Annotated[
        str, typer.Option("--style", metavar="S", help="The cards of a picture: italian or french.")
    ] = "italian",
    language: Annotated[
        str, typer.Option("--language", metavar="L", help="The words of a picture: it or en.")
    ] = "it",
    width: Annotated[int, typer.Option("--width", metavar="N", help="The width of a PNG in pixels.")] = 1000,
    json: Json = False,
) -> int:
    """Show the table as text, or draw it: hands, table, piles.

    [bold]-[/] in place of FILE writes the picture to standard output. A picture is of one position.
    """
    drawn = _drawing(svg, png, style, language, width)
    done = 0

    def work(p: Position) -> None:
        nonlocal done
        done += 1
        if drawn is not None:
            if done > 1:
                raise CommandError("a picture is of one position")
            drawn(p)
            return
        from .. import text

        if json:
            emit({"position": str(p), "text": text.plain(text.position_block(p))})
        else:
            show(text.position_block(p))

    return for_each(pos, file, work)


def _drawing(
    svg: str | None, png: str | None, style: str, language: str, width: int
) -> Callable[[Position], None] | None:
    """What draws a position into the files asked for; None if none is."""
    from ..names import LANGUAGES
    from ..svg import STYLES, position_svg

    for word, value, known in (("style", style, STYLES), ("language", language, LANGUAGES)):
        if value not in known:
            raise CommandError(f"--{word} {value}: one of {', '.join(known)}")
    if svg is None and png is None:
        return None

    def draw(p: Position) -> None:
        from ..svg.png import NoConverter, png_bytes
        from .writing import write_file

        picture = position_svg(p, style, language)
        if svg is not None:
            write_file(svg, picture.encode())
        if png is not None:
            try:
                write_file(png, png_bytes(picture, width))
            except (NoConverter, ValueError) as error:
                raise CommandError(str(error)) from None

    return draw


def register(app: typer.Typer) -> None:
    """Adds the commands of this family."""
    for command in (moves, score, render, deal, perft):
        app.command(rich_help_panel=HEADING)(command)
