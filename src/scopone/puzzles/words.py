"""Puzzles in words, Italian and English: what is asked, what a theme means, what came of a move."""

from __future__ import annotations

from typing import NamedTuple

from ..analysis import Limit, Solver
from ..describe import about
from ..names import seat_name
from ..solution import signed
from .puzzle import Attempt, Puzzle

COST_LIMIT = Limit(seconds=5)


class Theme(NamedTuple):
    """A theme in one language."""

    title: str
    meaning: str


THEME_WORDS: dict[str, dict[str, Theme]] = {
    "it": {
        "scopa": Theme("scopa", "La mossa giusta è una scopa."),
        "rinuncia": Theme("rinuncia alla scopa", "Si può fare scopa, ma un'altra mossa rende di più."),
        "evitare_scopa": Theme(
            "evitare la scopa", "Quasi ogni altra mossa lascia una scopa a chi gioca dopo; questa no."
        ),
        "sacrificio": Theme("sacrificio", "Si concede una scopa per avere di più dopo."),
        "scopa_in_due": Theme(
            "scopa in due mosse", "Contro la migliore difesa la scopa arriva alla seconda mossa."
        ),
        "scopa_in_tre": Theme(
            "scopa in tre mosse", "Contro la migliore difesa la scopa arriva alla terza mossa."
        ),
        "mulinello": Theme(
            "mulinello", "Una parte fa scopa due volte di fila; in mezzo l'altra cala soltanto."
        ),
        "spariglio": Theme("spariglio", "Una presa di somma che rende dispari altri valori."),
        "appariglio": Theme("appariglio", "Una presa di somma che rimette a coppie i valori dispari."),
        "quale_presa": Theme("quale presa", "La carta giusta può prendere in più modi: uno solo è giusto."),
        "calare": Theme("calare", "Si potrebbe prendere, ma conviene calare."),
        "carta_franca": Theme("carta franca", "Si cala una carta di un valore che gli avversari non hanno."),
        "sette": Theme("sette", "Si prende un sette dal tavolo."),
        "asso": Theme("l'asso piglia tutto", "L'asso prende tutto il tavolo."),
        "ultima_presa": Theme(
            "ultima presa", "L'ultima presa, con quel che resta sul tavolo, dipende da questa mossa."
        ),
        "settebello": Theme("settebello", "Chi avrà il settebello dipende da questa mossa."),
        "primiera": Theme("primiera", "Il punto di primiera dipende da questa mossa."),
        "denari": Theme("denari", "Il punto di denari dipende da questa mossa."),
        "carte": Theme("carte", "Il punto di carte dipende da questa mossa."),
        "napola": Theme("napola", "La napola dipende da questa mossa."),
    },
    "en": {
        "scopa": Theme("scopa", "The right move is a scopa."),
        "rinuncia": Theme("refuse the scopa", "A scopa can be made, but another move is worth more."),
        "evitare_scopa": Theme(
            "avoid the scopa", "Almost any other move leaves a scopa to the next hand; this one does not."
        ),
        "sacrificio": Theme("sacrifice", "A scopa is given away to have more later."),
        "scopa_in_due": Theme(
            "scopa in two moves", "Against the best defence the scopa comes with the second move."
        ),
        "scopa_in_tre": Theme(
            "scopa in three moves", "Against the best defence the scopa comes with the third move."
        ),
        "mulinello": Theme("mulinello", "One side makes two scope in a row; in between the other only lays."),
        "spariglio": Theme("spariglio (unpair)", "A capture by sum that makes more ranks odd."),
        "appariglio": Theme("appariglio (pair again)", "A capture by sum that makes odd ranks even again."),
        "quale_presa": Theme(
            "which capture", "The right card can take in more ways than one: only one is right."
        ),
        "calare": Theme("lay", "Something could be taken, but laying is better."),
        "carta_franca": Theme("anchor", "A card is laid of a rank that no opponent holds."),
        "sette": Theme("sevens", "A seven is taken from the table."),
        "asso": Theme("the ace takes all", "The ace takes the whole table."),
        "ultima_presa": Theme(
            "last capture", "The last capture, with what is left on the table, depends on this move."
        ),
        "settebello": Theme("settebello", "Who gets the settebello depends on this move."),
        "primiera": Theme("primiera", "The point for the primiera depends on this move."),
        "denari": Theme("coins", "The point for coins depends on this move."),
        "carte": Theme("cards", "The point for cards depends on this move."),
        "napola": Theme("napola", "The napola depends on this move."),
    },
}

_PHRASES = {
    "it": {
        "task": "{game}: tocca a {name} (posto {seat}). Una sola mossa è la migliore: trovala.",
        "pairs": "A carte scoperte muovi per tutta la tua parte.",
        "steps": "Mosse da trovare: {n}.",
        "only": "{move} è l'unica mossa possibile.",
        "right": "Giusto: {move}.",
        "solved": "Risolto: {move}. Con il gioco migliore la mano finisce {value} per te.",
        "reply": "La difesa risponde {reply}.",
        "wrong": "{move} non è la migliore: la mossa giusta è {best}.",
        "cost": "{move} costa {points}: con il gioco migliore {value} invece di {right}.",
        "answer": "La risposta è {reply}.",
        "point": "un punto",
        "points": "{n} punti",
    },
    "en": {
        "task": "{game}: {name} (seat {seat}) to play. One move alone is best: find it.",
        "pairs": "With open cards you move for your whole side.",
        "steps": "Moves to find: {n}.",
        "only": "{move} is the only legal move.",
        "right": "Right: {move}.",
        "solved": "Solved: {move}. With best play the hand ends {value} for you.",
        "reply": "The defence answers {reply}.",
        "wrong": "{move} is not the best: the right move is {best}.",
        "cost": "{move} costs {points}: with best play {value} instead of {right}.",
        "answer": "The answer is {reply}.",
        "point": "a point",
        "points": "{n} points",
    },
}


def theme_title(theme: str, language: str = "it") -> str:
    """The name of a theme as people say it. `KeyError` for one that is none."""
    return THEME_WORDS[language][theme].title


def theme_meaning(theme: str, language: str = "it") -> str:
    """What a theme means, in a sentence."""
    return THEME_WORDS[language][theme].meaning


def task(puzzle: Puzzle, language: str = "it") -> str:
    """What the puzzle asks, without giving anything away."""
    say = _PHRASES[language]
    rules = puzzle.position.rules
    seat = puzzle.position.turn
    name = seat_name(seat, rules.players, language)
    parts = [say["task"].format(game=_game(puzzle, language), name=name, seat=seat)]
    if rules.players > rules.n_sides:
        parts.append(say["pairs"])
    if puzzle.steps > 1:
        parts.append(say["steps"].format(n=puzzle.steps))
    return " ".join(parts)


def _game(puzzle: Puzzle, language: str) -> str:
    rules = puzzle.position.rules
    title = about(rules.name, language).title
    options = str(rules).removeprefix(rules.name)
    return f"{title} ({options})" if options else title


def comment(puzzle: Puzzle, attempt: Attempt, language: str = "it", solver: Solver | None = None) -> str:
    """What came of a move: why it is right, or what it costs and what the answer is.

    What a wrong move costs is found by the exact solver, which may take some tenths of a second.
    """
    if attempt.right:
        return _praise(puzzle, attempt, language)
    say = _PHRASES[language]
    parts = [say["wrong"].format(move=attempt.move, best=attempt.best)]
    sign = 1 if puzzle.side == 0 else -1
    right, after = sign * puzzle.value, attempt.before.play(attempt.move)
    found = (solver or Solver(memory_mib=64)).solve(after, COST_LIMIT)
    if found.value is not None:
        value = sign * found.value
        points = say["point"] if right - value == 1 else say["points"].format(n=right - value)
        parts.append(
            say["cost"].format(move=attempt.move, points=points, value=signed(value), right=signed(right))
        )
        if found.best is not None:
            parts.append(say["answer"].format(reply=found.best))
    if attempt.before == puzzle.position:
        parts.extend(theme_meaning(theme, language) for theme in puzzle.themes)
    return " ".join(parts)


def _praise(puzzle: Puzzle, attempt: Attempt, language: str) -> str:
    say = _PHRASES[language]
    value = puzzle.value if puzzle.side == 0 else -puzzle.value
    parts = []
    if attempt.finished:
        parts.append(say["solved"].format(move=attempt.move, value=signed(value)))
    elif len(attempt.before.legal_moves) == 1:
        parts.append(say["only"].format(move=attempt.move))
    else:
        parts.append(say["right"].format(move=attempt.move))
    if attempt.before == puzzle.position:
        parts.extend(theme_meaning(theme, language) for theme in puzzle.themes)
    if attempt.reply is not None:
        parts.append(say["reply"].format(reply=attempt.reply))
    return " ".join(parts)
