"""The commands of the puzzles: list, solve, make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import OK, CommandError
from .options import Json, Language
from .output import emit, prompt, show
from .progress import progress_bar

if TYPE_CHECKING:
    from ..position import Position
    from ..puzzles import Puzzle
    from ..puzzles.progress import Progress

HEADING = "Training"

Theme = Annotated[
    str | None, typer.Option("--theme", metavar="T", help="Only of a theme.", show_default="any")
]
Level = Annotated[
    int | None,
    typer.Option("--level", metavar="N", min=1, max=5, help="Only of a level, 1 to 5.", show_default="any"),
]
Game = Annotated[str | None, typer.Option("--rules", metavar="R", help="Only of a game.", show_default="any")]
Unsolved = Annotated[bool, typer.Option("--unsolved", metavar="", help="Only those not solved yet.")]
File = Annotated[
    str | None,
    typer.Option(
        "--file", metavar="FILE", help="Puzzles of a file that make has written.", show_default="shipped"
    ),
]
ProgressFile = Annotated[
    str | None,
    typer.Option(
        "--progress", metavar="FILE", help="Where progress is kept.", show_default="$SCOPONE_PROGRESS, XDG"
    ),
]

SAY = {
    "it": {
        "type": "Scrivi una mossa, oppure: aiuto (i temi), mosse, soluzione, altro, esci.",
        "themes": "Temi: {themes}.",
        "line": "La soluzione: {line}",
        "none": "Nessun problema rimasto da risolvere fra questi.",
        "standing": "Risolti {solved} di {tried} provati; serie {streak}; punteggio {rating}.",
        "table": "tavola",
        "piles": "parte scope carte denari mazzetto",
        "level": "Problema {id}, livello {level}.",
    },
    "en": {
        "type": "Type a move, or: help (the themes), moves, solution, next, quit.",
        "themes": "Themes: {themes}.",
        "line": "The solution: {line}",
        "none": "No puzzle is left to solve among these.",
        "standing": "Solved {solved} of {tried} tried; streak {streak}; rating {rating}.",
        "table": "table",
        "piles": "side scope cards coins pile",
        "level": "Puzzle {id}, level {level}.",
    },
}
WORDS = {
    "help": ("help", "aiuto", "h", "?", ""),
    "moves": ("moves", "mosse", "m"),
    "solution": ("solution", "soluzione", "s"),
    "next": ("next", "altro", "n"),
    "quit": ("quit", "esci", "q"),
}


def list_(
    *,
    theme: Theme = None,
    level: Level = None,
    rules: Game = None,
    unsolved: Unsolved = False,
    file: File = None,
    progress: ProgressFile = None,
    language: Language = "en",
    json: Json = False,
) -> int:
    """List puzzles: their level and rating, the game, themes, and whether they are solved."""
    from .. import text
    from ..puzzles.words import theme_title

    kept = _progress(progress)
    with _told():
        solved = kept.solved()
    chosen = [p for p in _chosen(file, theme, level, rules) if not (unsolved and p.id in solved)]
    if json:
        for p in chosen:
            emit(_data(p, solved))
        return OK
    table = text.plain_table(
        "puzzle", "level", "rating", "game", "cards", "moves", "solved", "themes",
        numbers=("level", "rating", "cards", "moves"),
    )  # fmt: skip
    for p in chosen:
        titles = ", ".join(theme_title(t, language) for t in p.themes)
        mark = "yes" if p.id in solved else ""
        game, cards = str(p.position.rules), str(p.position.cards_left)
        table.add_row(p.id, str(p.level), str(p.rating), game, cards, str(p.steps), mark, titles)
    show(table, f"{len(chosen)} puzzles, {sum(p.id in solved for p in chosen)} solved")
    return OK


def _data(p: Puzzle, solved: frozenset[str]) -> dict[str, Any]:
    return {
        "id": p.id,
        "position": str(p.position),
        "level": p.level,
        "rating": p.rating,
        "themes": list(p.themes),
        "steps": p.steps,
        "solved": p.id in solved,
    }


def solve(
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A puzzle of the list.", show_default="one for you")
    ] = None,
    *,
    theme: Theme = None,
    level: Level = None,
    rules: Game = None,
    file: File = None,
    progress: ProgressFile = None,
    language: Language = "en",
) -> int:
    """Solve puzzles: the cards lie open, and one move is better than all others.

    In pairs you move for your partner, too; the defence answers with its best. Without an ID come those not solved
    yet whose rating is next to yours.
    """
    from ..puzzles import PuzzleError, find

    kept = _progress(progress)
    chosen = _chosen(file, theme, level, rules)
    if puzzle is not None:
        try:
            _solve(find(puzzle, chosen), kept, language)
        except PuzzleError as error:
            raise CommandError(str(error)) from None
        return OK
    seen: set[str] = set()
    while (following := _following(chosen, kept, seen)) is not None:
        seen.add(following.id)
        if not _solve(following, kept, language):
            return OK
    print(SAY[language]["none"])
    return OK


def _following(puzzles: list[Puzzle], kept: Progress, seen: set[str]) -> Puzzle | None:
    """The puzzle not solved yet whose rating is next to the person's; None if all are solved or were seen."""
    with _told():
        done, rating = kept.solved() | seen, kept.standing().rating
    return min((p for p in puzzles if p.id not in done), key=lambda p: abs(p.rating - rating), default=None)


def _solve(puzzle: Puzzle, kept: Progress, language: str) -> bool:
    """Lets a person solve one puzzle; False if there shall be no other."""
    from ..puzzles.words import comment, task, theme_title

    say = SAY[language]
    print(say["level"].format(id=puzzle.id, level=puzzle.level), task(puzzle, language))
    print(say["type"] + "\n")
    moves: list[str] = []
    position = puzzle.position
    _show(position, language)
    while True:
        word = prompt()
        if word is None or word in WORDS["quit"]:
            return False
        if word in WORDS["next"]:
            return True
        if word in WORDS["help"]:
            print(say["themes"].format(themes=", ".join(theme_title(t, language) for t in puzzle.themes)))
        elif word in WORDS["moves"]:
            print(" ".join(map(str, position.legal_moves)))
        elif word in WORDS["solution"]:
            return _end(puzzle, kept, False, language)
        else:
            try:
                tried = puzzle.attempt([*moves, word])
            except ValueError as error:
                print(error)
                continue
            print(comment(puzzle, tried, language) + "\n")
            if tried.finished:
                return _end(puzzle, kept, tried.right, language)
            moves += [str(tried.move), str(tried.reply)]
            position = tried.position
            _show(position, language)


def _show(position: Position, language: str) -> None:
    """The cards as they lie, in the language of the player."""
    from .. import text
    from ..names import seat_name, side_name

    say, rules = SAY[language], position.rules
    hands = text.plain_table("", "", "")
    for seat, hand in enumerate(position.hands):
        mark = ">" if seat == position.turn else ""
        hands.add_row(mark, seat_name(seat, rules.players, language), text.cards_text(hand))
    hands.add_row("", say["table"], text.cards_text(position.table))
    piles = text.plain_table(*say["piles"].split(), numbers=say["piles"].split()[1:4])
    for side in range(rules.n_sides):
        taken = position.captured_by(side)
        numbers = position.scope[side], len(taken), sum(c.suit == "d" for c in taken)
        piles.add_row(
            side_name(side, rules.sides, language), *map(str, numbers), text.cards_text(sorted(taken))
        )
    show(hands, piles)


def _end(puzzle: Puzzle, kept: Progress, solved: bool, language: str) -> bool:
    say = SAY[language]
    with _told():
        standing = kept.record(puzzle, solved)
    if not solved:
        print(say["line"].format(line=" ".join(map(str, puzzle.line))))
    print(
        say["standing"].format(
            solved=standing.solved, tried=standing.tried, streak=standing.streak, rating=standing.rating
        )
        + "\n"
    )
    return True


def make(
    *,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="The file to write.", show_default=False)
    ],
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules", metavar="R", help="A game; may be given several times.", show_default="scopone10"
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", metavar="K", min=1, max=100_000, help="How many puzzles.")
    ] = 20,
    pool: Annotated[
        int | None,
        typer.Option(
            "--pool", metavar="N", min=1, max=1_000_000, show_default="K",
            help="Find so many and choose those that spread themes and levels best.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="The same seed, the same puzzles.")
    ] = 1,
) -> int:  # fmt: skip
    """Find new puzzles in generated hands, each proven by the solver, and write them to a file.

    An interrupt writes those found so far.
    """
    from ..analysis import Unsolvable
    from ..puzzles import write_puzzles
    from ..puzzles.make import make as find_puzzles
    from ..rules import Rules, RulesError

    try:
        games = [Rules.parse(name) for name in rules or ["scopone10"]]
    except RulesError as error:
        raise CommandError(str(error)) from None
    wanted = max(pool or 0, count)
    with progress_bar() as draw, _unwritable(out):
        with open(out, "a", encoding="utf-8"):  # a place that cannot be written is told at once
            pass
        try:
            found = find_puzzles(
                games,
                count,
                seed,
                pool,
                draw and (lambda n, hands: draw(n, wanted, f"{n} puzzles in {hands} hands")),
            )
        except Unsolvable as error:
            raise CommandError(str(error)) from None
        write_puzzles(out, found)
    show(f"{len(found)} puzzles in {out}")
    return OK


@contextmanager
def _unwritable(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from None


def _chosen(file: str | None, theme: str | None, level: int | None, rules: str | None) -> list[Puzzle]:
    from ..puzzles import PuzzleError, read_puzzles, select, shipped
    from ..puzzles.themes import THEMES
    from ..rules import Rules, RulesError

    if theme is not None and theme not in THEMES:
        raise CommandError(f"unknown theme {theme!a} (one of {', '.join(THEMES)})")
    try:
        if rules is not None:
            Rules.parse(rules)
        puzzles = shipped() if file is None else read_puzzles(file)
    except (PuzzleError, RulesError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror or error}") from None
    return select(puzzles, theme, level, rules)


def _progress(path: str | None) -> Progress:
    from ..puzzles.progress import Progress

    with _told():
        return Progress(path)


@contextmanager
def _told() -> Iterator[None]:
    """An error of the file of progress ends the command."""
    from ..puzzles.progress import ProgressError

    try:
        yield
    except ProgressError as error:
        raise CommandError(str(error)) from None


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    group = typer.Typer(rich_markup_mode="rich")
    group.command("list")(list_)
    group.command()(solve)
    group.command()(make)
    app.add_typer(
        group, name="puzzles", rich_help_panel=HEADING,
        help="Puzzles: positions with one best move, proven by the solver.",
    )  # fmt: skip
