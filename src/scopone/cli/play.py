"""The command play: a person against and with the players, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .errors import OK, CommandError
from .output import prompt, show

if TYPE_CHECKING:
    from ..players import Player
    from ..rules import Rules
    from ..table import Table

HEADING = "Players"
HELP = "a move (7d, 7dx3c4s), hint, moves, undo, record, help, quit"


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
) -> int:
    """Play with and against the players. Type a move, or [bold]hint[/] at any time.

    A bare card will do where it has one meaning.
    """
    from ..rules import Rules, RulesError
    from ..table import Table

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
    names = tuple("you" if p is None else p.spec for p in players)
    table = Table(game, players, names, seed)
    print(f"{game}, seed {seed}. You can type: {HELP}")
    written: list[str] = []
    while (match or table.match.deals < deals) and not table.match.is_over:
        finished = _deal(table)
        written.append(str(table.record()))
        if not finished:
            break
        points = table.close()
        print(f"points of the deal: {_by_side(table, points)}; so far {_by_side(table, table.match.scores)}")
    if table.match.winner is not None:
        you = table.side_of_chair(table.players.index(None))
        print("you have won the match" if table.match.winner == you else "you have lost the match")
    if record is not None:
        from .writing import write_file

        write_file(record, "\n".join(written).encode())
    return OK


def _seats(game: Rules, seat: int, partner: str, opponents: str) -> tuple[Player | None, ...]:
    from ..players import PlayerError, make_player

    try:
        friend, foe = make_player(partner), make_player(opponents)
    except PlayerError as error:
        raise CommandError(str(error)) from None
    own = game.sides[seat]
    return tuple(None if s == seat else friend if side == own else foe for s, side in enumerate(game.sides))


def _by_side(table: Table, points: tuple[int, ...]) -> str:
    you = table.side_of_chair(table.players.index(None))
    others = [str(p) for side, p in enumerate(points) if side != you]
    return f"you {points[you]}, they {', '.join(others)}"


def _deal(table: Table) -> bool:
    """Plays one deal; False if the person leaves."""
    while not table.deal_is_over:
        if table.waits_for is None:
            _show_move(table, table.position.turn, str(table.play(table.think().move)))
            continue
        _show_table(table)
        while True:
            word = prompt()
            if word in ("quit", "q", None):
                return False
            if _obey(table, word):
                break
    return True


def _obey(table: Table, word: str) -> bool:
    """Does what was typed; True if the table has changed."""
    if word in ("", "help", "?"):
        print(HELP)
    elif word in ("hint", "h"):
        from ..hint import hint
        from .hint import lines

        show(*lines(hint(table.view)))
    elif word in ("moves", "m"):
        print(" ".join(map(str, table.view.legal_moves)))
    elif word in ("record", "r"):
        print(table.record())
    elif word in ("undo", "u"):
        if table.undo():
            return True
        print("nothing to take back")
    else:
        seat = table.position.turn
        try:
            move = table.play(word)
        except ValueError as error:
            print(error)
            return False
        _show_move(table, seat, str(move))
        return True
    return False


def _show_move(table: Table, seat: int, move: str) -> None:
    print(f"  {table.names[table.chair(seat)]} (seat {seat}): {move}")


def _show_table(table: Table) -> None:
    from .. import text
    from ..notation import Hidden

    view = table.view
    sizes = ", ".join(f"seat {s}: {view.size(s)}" for s in range(view.rules.players) if s != view.turn)
    print(f"you are seat {view.turn}; cards of {sizes}; scope {'-'.join(map(str, view.scope))}")
    print(f"table  {text.plain(text.cards_text(view.table)).strip()}")
    for seat, cards in enumerate(view.hands):
        if seat != view.turn and cards and not isinstance(cards, Hidden):
            print(f"seat {seat} has shown  {text.plain(text.cards_text(cards)).strip()}")
    print(f"hand   {text.plain(text.cards_text(view.hand)).strip()}")
    if said := view.placeholder.declarations:
        offers = ", ".join(f"{declared} ({points} points)" for declared, points in said.items())
        print(f"to declare: {offers}; with a card, as in {next(iter(said))}:{view.hand[0]}")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(play)
