"""The command quiz: counting cards in the terminal."""

from __future__ import annotations

import random
import secrets
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import OK, CommandError
from .options import Language
from .output import prompt, show

if TYPE_CHECKING:
    from ..counting import Question
    from ..move import Move
    from ..position import Position

HEADING = "Training"

SAY = {
    "it": {
        "rules": "Una mano di {rules}, seme {seed}. Sei {name} (posto {seat}). Conta le carte; invio: avanti.",
        "table": "In tavola: {cards}",
        "hand": "Le tue carte: {cards}",
        "which": "Scrivi le carte o i valori con spazi, - per nessuno.",
        "right": "Giusto.",
        "wrong": "No: {answer}.",
        "bad": "{given} non si può scegliere qui ({choices}).",
        "marks": "Punti: {marks:.1f} su {of}.",
        "none": "nessuno",
    },
    "en": {
        "rules": "A hand of {rules}, seed {seed}. You are {name} (seat {seat}). Count the cards; Enter to go on.",
        "table": "On the table: {cards}",
        "hand": "Your cards: {cards}",
        "which": "Type the cards or ranks with spaces, - for none.",
        "right": "Right.",
        "wrong": "No: {answer}.",
        "bad": "{given} cannot be chosen here ({choices}).",
        "marks": "Marks: {marks:.1f} of {of}.",
        "none": "none",
    },
}
CLEAR = "\033[2J\033[3J\033[H"


def quiz(
    *,
    rules: Annotated[str, typer.Option("--rules", metavar="R", help="The game.")] = "scopone9",
    seat: Annotated[int, typer.Option("--seat", metavar="N", min=0, help="Your seat.")] = 0,
    player: Annotated[str, typer.Option("--player", metavar="P", help="Who plays the hand.")] = "chitarrella",
    questions: Annotated[
        int, typer.Option("--questions", metavar="K", min=1, max=50, help="How many questions.")
    ] = 5,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="Fixes the hand and the questions.", show_default="any"),
    ] = None,
    language: Language = "en",
) -> int:
    """Count cards: watch a hand being played, then say what is still out and which ranks are unpaired."""
    from ..counting import quiz as questions_of
    from ..names import seat_name

    seed = secrets.randbelow(2**32) if seed is None else seed
    deal, moves = _hand(rules, player, seat, seed)
    say = SAY[language]
    name = seat_name(seat, deal.rules.players, language)
    print(say["rules"].format(rules=deal.rules, seed=seed, name=name, seat=seat))
    if not _watch(deal, moves, seat, language):
        return OK
    return _ask(questions_of(deal, moves, seat, seed, questions), language)


def _hand(rules: str, player: str, seat: int, seed: int) -> tuple[Position, tuple[Move, ...]]:
    """A hand played by a player, up to a moment in its second half at which the seat is to move."""
    from ..host import play_deal, seed_of
    from ..players import PlayerError, make_player
    from ..position import Position
    from ..rules import Rules, RulesError

    try:
        game, players = Rules.parse(rules), [make_player(player)]
    except (RulesError, PlayerError) as error:
        raise CommandError(str(error)) from None
    if seat >= game.players:
        raise CommandError(f"seat {seat}: {game} has seats 0 to {game.players - 1}")
    deal = Position.deal(game, seed_of("quiz", seed))
    played = play_deal(deal, players * game.players, seed).moves
    turns = range(seat, len(played), game.players)
    return deal, tuple(played[: random.Random(seed).choice(turns[len(turns) // 2 :])])


def _watch(deal: Position, moves: tuple[Move, ...], seat: int, language: str) -> bool:
    """Shows the moves a round at a time and takes them away again; False if the person leaves."""
    from .. import text
    from ..names import seat_name

    say = SAY[language]
    position = deal
    clear = CLEAR if sys.stdout.isatty() else ""
    for n in range(0, len(moves) + 1, deal.rules.players):
        print(say["table"].format(cards=text.plain(text.cards_text(position.table)).strip()))
        print(say["hand"].format(cards=text.plain(text.cards_text(position.hands[seat])).strip()))
        for move in moves[n : n + deal.rules.players]:
            mark = text.SWEEP if text.is_sweep(position, move) else ""
            print(f"  {seat_name(position.turn, deal.rules.players, language):6} {move}{mark}")
            position = position.play(move)
        if not sys.stdin.readline():
            return False
        print(clear, end="")
    return True


def _ask(questions: tuple[Question, ...], language: str) -> int:
    from ..counting import marks

    say = SAY[language]
    total = 0.0
    for number, question in enumerate(questions, 1):
        print(f"{number}. {question.text(language)}")
        if not question.single:
            print(f"   {say['which']}")
        while True:
            line = prompt()
            if line is None:
                return OK
            given = [_spelled(word) for word in line.replace("-", " ").split()]
            try:
                (marked,) = marks([question], {question.id: given})
            except ValueError:
                choices = f"{question.choices[0]} .. {question.choices[-1]}"
                print("   " + say["bad"].format(given=line, choices=choices))
                continue
            break
        total += marked.mark
        answer = ", ".join(question.choice_text(c, language) for c in question.answer) or say["none"]
        print(f"   {say['right'] if marked.right else say['wrong'].format(answer=answer)}")
    show(say["marks"].format(marks=total, of=len(questions)))
    return OK


def _spelled(word: str) -> str:
    """Cards and ranks in any case."""
    return word[:1].upper() + word[1:].lower()


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(quiz)
