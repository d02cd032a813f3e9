"""The command play: a person against and with the players, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .errors import OK, CommandError
from .options import Language

if TYPE_CHECKING:
    from ..players import Player
    from ..rules import Rules
    from .trainer import Trainer

HEADING = "Players"


def play(
    *,
    rules: Annotated[str, typer.Option("--rules", metavar="R", help="The game.")] = "scopone9",
    seat: Annotated[int, typer.Option("--seat", metavar="N", min=0, help="Your seat in the first deal.")] = 0,
    partner: Annotated[str, typer.Option("--partner", metavar="P", help="Who plays with you.")] = "maestro",
    opponents: Annotated[
        str, typer.Option("--opponents", metavar="P", help="Who plays against.")
    ] = "maestro",
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="How many deals at most.")] = 1,
    match: Annotated[bool, typer.Option("--match", metavar="", help="Play until a side has won.")] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Fixes the deals.", show_default="any")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Write the deals to a file.", show_default=False),
    ] = None,
    train: Annotated[
        bool,
        typer.Option("--train", metavar="", help="A verdict on each of your moves, and a review at the end."),
    ] = False,
    language: Language = "en",
) -> int:
    """Play with and against the players. Type a move, or [bold]hint[/] at any time.

    A bare card will do where it has one meaning. Players are named as for arena, or by their strength: principiante,
    circolo, maestro.
    """
    from ..rules import Rules, RulesError
    from ..table import Table
    from .session import Session

    try:
        game = Rules.parse(rules)
    except RulesError as error:
        raise CommandError(str(error)) from None
    if seat >= game.players:
        raise CommandError(f"seat {seat}: {game} has seats 0 to {game.players - 1}")
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    players = _seats(game, seat, partner, opponents)
    you = "you" if language == "en" else "tu"
    table = Table(game, players, tuple(you if p is None else p.spec for p in players), seed)
    session = Session(table, language, _trainer(language) if train else None)
    session.say("start", game=game, seed=seed, help=session.help)
    written: list[str] = []
    while (match or table.match.deals < deals) and not table.match.is_over:
        finished = session.play_deal()
        played, own = table.record(), table.seat(table.players.index(None))
        written.append(str(played))
        if finished:
            session.show_points(table.close())
        if session.trainer is not None and played.moves:
            session.trainer.look_back(played, own)
        if not finished:
            break
    session.show_winner()
    if record is not None:
        from .writing import write_file

        write_file(record, "\n".join(written).encode())
    return OK


def _trainer(language: str) -> Trainer:
    from .trainer import Trainer

    return Trainer(language)


def _seats(game: Rules, seat: int, partner: str, opponents: str) -> tuple[Player | None, ...]:
    from ..players import PlayerError, make_player
    from ..players.strengths import STRENGTHS

    def known(name: str) -> Player:
        return make_player(STRENGTHS[name].player if name in STRENGTHS else name)

    try:
        friend, foe = known(partner), known(opponents)
    except PlayerError as error:
        raise CommandError(str(error)) from None
    own = game.sides[seat]
    return tuple(None if s == seat else friend if side == own else foe for s, side in enumerate(game.sides))


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(play)
