"""The command arena: players against each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..estimate import Chance
from ..rules import Rules, RulesError
from .errors import OK, CommandError
from .options import Json
from .output import emit, show
from .progress import Draw, progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from ..arena import Result
    from ..players import Player

HEADING = "Players"


def arena(
    players: Annotated[
        list[str],
        typer.Argument(metavar="A B", help="Two players; with --all, any number.", show_default=False),
    ],
    *,
    rules: Annotated[str, typer.Option("--rules", metavar="R", help="The game.")] = "scopone9",
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="Each in both seatings.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed, the same games.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="Processes to play in.")] = 1,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="Every player against every other.")
    ] = False,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="With --all: a chart, .png or .svg.", show_default=False),
    ] = None,
    json: Json = False,
) -> int:
    """Play fixed deals in both seatings: wins, points a deal, and how sure they are.

    A player is a name, with options after a colon: [bold]greedy[/], [bold]ismcts:iterations=32000[/].
    There are random, first, greedy, chitarrella, cicuti, ismcts, pimc, maestro and oracle. Seconds a move are
    processor time.
    """
    from ..arena import contest

    try:
        game = Rules.parse(rules)
    except RulesError as error:
        raise CommandError(str(error)) from None
    seats = [_player(spec) for spec in players]
    if plot is not None and not every:
        raise CommandError("--plot goes with --all")
    if len(seats) < 2 or (len(seats) > 2 and not every):
        raise CommandError(f"{len(seats)} players where two play (or more with --all)")
    if len({p.spec for p in seats}) < len(seats) and every:
        raise CommandError("a player is named twice")
    try:
        pairs = [(a, b) for i, a in enumerate(seats) for b in seats[i + 1 :]]
        results = []
        for a, b in pairs:
            with progress_bar() as draw:
                result = contest(
                    a,
                    b,
                    game,
                    deals=deals,
                    seed=seed,
                    jobs=jobs,
                    progress=draw and _drawing(draw, f"{a} v {b}"),
                )
            results.append(result)
            if json:
                emit(summary(result))
            elif not every:
                show(_table(result))
    except ValueError as error:
        raise CommandError(str(error)) from None
    if every:
        _all([p.spec for p in seats], results, plot, json)
    return OK


def _drawing(draw: Draw, match: str) -> Callable[[int, int], None]:
    return lambda done, deals: draw(done, deals, f"{match}: {done:,} of {deals:,} deals")


def _player(spec: str) -> Player:
    from ..players import PlayerError, make_player

    try:
        return make_player(spec)
    except PlayerError as error:
        raise CommandError(str(error)) from None


def _rate(result: Result, side: int | None = None) -> dict[str, Any]:
    games = result.games if side is None else result.on_side(side)
    won, lost, level = result.wins(games)
    rate = Chance(won / len(games), len(games))
    low, high = rate.interval
    return {
        "games": len(games),
        "a_wins": won,
        "b_wins": lost,
        "ties": level,
        "a_win_rate": round(rate.share, 4),
        "ci95": [round(low, 4), round(high, 4)],
    }


def summary(result: Result) -> dict[str, Any]:
    """The result as the JSON object of the command."""
    points = result.points
    low, high = points.interval
    a, b = result.seconds_per_move
    return {
        "a": result.a,
        "b": result.b,
        "rules": str(result.rules),
        "deals": result.deals,
        "seed": result.seed,
        **_rate(result),
        "dealer_side": _rate(result, 1),
        "hand_side": _rate(result, 0),
        "points_per_deal": round(points.mean, 4),
        "points_ci95": [round(low, 4), round(high, 4)],
        "seconds_per_move": {"a": round(a, 6), "b": round(b, 6)},
    }


def _table(result: Result) -> Table:
    from .. import text

    table = text.plain_table("A plays", "A wins", "B wins", "ties", "A's rate")
    for name, side in (("both seatings", None), ("the dealer's side", 1), ("the hand side", 0)):
        games = result.games if side is None else result.on_side(side)
        won, lost, level = result.wins(games)
        table.add_row(name, str(won), str(lost), str(level), str(Chance(won / len(games), len(games))))
    a, b = result.seconds_per_move
    table.title = f"A {result.a}   B {result.b}   {result.rules}, {result.deals} deals, seed {result.seed}"
    table.title_justify = "left"
    table.caption = f"points a deal {result.points}   ms a move: A {1000 * a:.2f}, B {1000 * b:.2f}"
    table.caption_justify = "left"
    return table


def _all(specs: list[str], results: list[Result], plot: str | None, json: bool) -> None:
    from .. import text
    from ..arena import standings

    rows = standings(specs, results)
    if json:
        for row in rows:
            emit({"player": row.player, "wins": row.wins, "losses": row.losses, "ties": row.ties,
                  "win_rate": round(row.rate.share, 4), "points_per_deal": round(row.points, 4)})  # fmt: skip
    else:
        table = text.plain_table("player", "win %", "loss %", "tie %", "points a deal", *specs)
        for row in rows:
            games = row.wins + row.losses + row.ties
            cells = [f"{100 * n / games:.1f}" for n in (row.wins, row.losses, row.ties)]
            against = [f"{row.against[o]:+.2f}" if o in row.against else "" for o in specs]
            table.add_row(row.player, *cells, f"{row.points:+.2f}", *against)
        show(table)
    if plot is not None:
        _draw(rows, plot)


def _draw(rows: list[Any], path: str) -> None:
    from ..chart import ChartError, draw_standings

    try:
        draw_standings(rows, path)
    except ChartError as error:
        raise CommandError(str(error)) from None


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(arena)
