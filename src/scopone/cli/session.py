"""A person at a table in the terminal: what is shown, and what can be typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .output import prompt, show

if TYPE_CHECKING:
    from ..table import Table
    from .trainer import Trainer

SAY = {
    "it": {
        "help": "una mossa (7d, 7dx3c4s), suggerimento, mosse, indietro, scheda, aiuto, esci",
        "train": "giudizi (li mostra dopo ogni mossa, o no)",
        "start": "{game}, seme {seed}. Puoi scrivere: {help}",
        "nothing": "non c'è niente da riprendere",
        "moved": "  {name} (posto {seat}): {move}",
        "you": "sei al posto {seat}; carte di {sizes}; scope {scope}",
        "size": "posto {seat}: {size}",
        "table": "tavola {cards}",
        "shown": "il posto {seat} ha mostrato  {cards}",
        "hand": "mano   {cards}",
        "declare": "da dichiarare: {offers}; con una carta, come in {example}",
        "offer": "{declared} ({points} punti)",
        "points": "punti della mano: {points}; finora {so_far}",
        "by_side": "tu {you}, loro {they}",
        "won": "hai vinto la partita",
        "lost": "hai perso la partita",
    },
    "en": {
        "help": "a move (7d, 7dx3c4s), hint, moves, undo, record, help, quit",
        "train": "verdicts (shows them after each move, or not)",
        "start": "{game}, seed {seed}. You can type: {help}",
        "nothing": "nothing to take back",
        "moved": "  {name} (seat {seat}): {move}",
        "you": "you are seat {seat}; cards of {sizes}; scope {scope}",
        "size": "seat {seat}: {size}",
        "table": "table  {cards}",
        "shown": "seat {seat} has shown  {cards}",
        "hand": "hand   {cards}",
        "declare": "to declare: {offers}; with a card, as in {example}",
        "offer": "{declared} ({points} points)",
        "points": "points of the deal: {points}; so far {so_far}",
        "by_side": "you {you}, they {they}",
        "won": "you have won the match",
        "lost": "you have lost the match",
    },
}

# every command in both languages, and by its first letter
COMMANDS = {
    "help": "help", "?": "help", "": "help", "aiuto": "help",
    "hint": "hint", "h": "hint", "suggerimento": "hint", "s": "hint",
    "moves": "moves", "m": "moves", "mosse": "moves",
    "record": "record", "r": "record", "scheda": "record",
    "undo": "undo", "u": "undo", "indietro": "undo", "i": "undo",
    "quit": "quit", "q": "quit", "esci": "quit",
    "verdicts": "verdicts", "v": "verdicts", "giudizi": "verdicts", "g": "verdicts",
}  # fmt: skip


@dataclass
class Session:
    """A table in a language, with a trainer or without."""

    table: Table
    language: str
    trainer: Trainer | None = None

    def say(self, what: str, **values: object) -> None:
        """Prints a phrase."""
        print(self.phrase(what, **values))

    def phrase(self, what: str, **values: object) -> str:
        """A phrase with its values."""
        return SAY[self.language][what].format(**values)

    @property
    def help(self) -> str:
        """What can be typed."""
        words = self.phrase("help")
        return f"{words}, {self.phrase('train')}" if self.trainer else words

    def play_deal(self) -> bool:
        """Plays one deal; False if the person leaves."""
        table = self.table
        while not table.deal_is_over:
            if table.waits_for is None:
                self._show_move(table.position.turn, str(table.play(table.think().move)))
                continue
            self._show_table()
            while True:
                word = prompt()
                command = None if word is None else COMMANDS.get(word.lower())
                if word is None or command == "quit":
                    return False
                if self._obey(word, command):
                    break
        return True

    def _obey(self, word: str, command: str | None) -> bool:
        """Does what was typed; True if the table has changed."""
        table = self.table
        if command is None:
            return self._play(word)
        if command == "hint":
            from ..hint import hint
            from .hint import lines

            show(*lines(hint(table.view), self.language))
        elif command == "moves":
            print(" ".join(map(str, table.view.legal_moves)))
        elif command == "record":
            print(table.record())
        elif command == "undo":
            if table.undo():
                return True
            self.say("nothing")
        elif command == "verdicts" and self.trainer is not None:
            self.trainer.toggle()
        else:
            print(self.help)
        return False

    def _play(self, word: str) -> bool:
        table = self.table
        view = table.view
        try:
            move = table.play(word)
        except ValueError as error:
            print(error)
            return False
        self._show_move(view.turn, str(move))
        if self.trainer is not None:
            self.trainer.judge(view, move)
        return True

    def _show_move(self, seat: int, move: str) -> None:
        self.say("moved", name=self.table.names[self.table.chair(seat)], seat=seat, move=move)

    def _show_table(self) -> None:
        from .. import text
        from ..notation import Hidden

        view = self.table.view
        seats = [s for s in range(view.rules.players) if s != view.turn]
        sizes = ", ".join(self.phrase("size", seat=s, size=view.size(s)) for s in seats)
        self.say("you", seat=view.turn, sizes=sizes, scope="-".join(map(str, view.scope)))
        self.say("table", cards=text.plain(text.cards_text(view.table)).strip())
        for seat, cards in enumerate(view.hands):
            if seat != view.turn and cards and not isinstance(cards, Hidden):
                self.say("shown", seat=seat, cards=text.plain(text.cards_text(cards)).strip())
        self.say("hand", cards=text.plain(text.cards_text(view.hand)).strip())
        if said := view.placeholder.declarations:
            offers = (self.phrase("offer", declared=d, points=points) for d, points in said.items())
            self.say("declare", offers=", ".join(offers), example=f"{next(iter(said))}:{view.hand[0]}")

    def show_points(self, points: tuple[int, ...]) -> None:
        """The points of a deal, and of the match so far."""
        so_far = self._by_side(self.table.match.scores)
        self.say("points", points=self._by_side(points), so_far=so_far)

    def _by_side(self, points: tuple[int, ...]) -> str:
        you = self._side
        others = [str(p) for side, p in enumerate(points) if side != you]
        return self.phrase("by_side", you=points[you], they=", ".join(others))

    def show_winner(self) -> None:
        """Who has won the match, if anybody has."""
        if self.table.match.winner is not None:
            self.say("won" if self.table.match.winner == self._side else "lost")

    @property
    def _side(self) -> int:
        return self.table.side_of_chair(self.table.players.index(None))
