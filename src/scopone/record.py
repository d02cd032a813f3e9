"""Records of deals: tags, the deal, the moves, comments; text for people that replays exactly.

    [Rules "scopone9"]
    [Deal "scopone9 AcAs... ... 0-0 0:-"]
    [South "maestro"]
    [Points "4-2"]

    1. 7bx3c4c {parts the threes} Fd Cbx4s5s* Rd
    2. ...

A line of moves is one round of the table. `*` marks a scopa: it says nothing that the moves do not, and
reading checks it. A comment in braces belongs to the move before it, or to the deal if there is none. Several
records follow one another with blank lines between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .cards import shown
from .notation import Move, NotationError
from .position import Position


class RecordError(NotationError):
    """A text that is no record of a deal; the message names the line."""


@dataclass(frozen=True)
class Record:
    """A deal and what was played, up to the end or not.

    deal      the position at the start
    moves     legal one after the other
    comments  by the number of moves made before the place (0: at the start)
    tags      further tags in order: players, event, match score ...; names are single words
    """

    deal: Position
    moves: tuple[Move, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, text in self.tags.items():
            if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) or name in RESERVED or _breaks(text, '"'):
                raise RecordError(f"no tag: {shown(name)} {shown(text)}")
        for place, text in self.comments.items():
            if (
                not 0 <= place <= len(self.moves)
                or _breaks(text, "{}")
                or text != " ".join(text.split())
                or not text
            ):
                raise RecordError(f"no comment: {shown(text)} after {place} moves")

    def positions(self) -> Iterator[Position]:
        """The position at the start and after each move. Raises `IllegalMove` at a move that is not legal."""
        position = self.deal
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    @property
    def end(self) -> Position:
        """The position after the last move."""
        *_, last = self.positions()
        return last

    def __str__(self) -> str:
        end = self.end
        tags = [("Rules", str(self.deal.rules)), ("Deal", str(self.deal)), *self.tags.items()]
        if end.is_over:
            tags.append(("Points", "-".join(map(str, end.score().points))))
        lines = [f'[{name} "{text}"]' for name, text in tags] + [""]
        if 0 in self.comments:
            lines.append(f"{{{self.comments[0]}}}")
        players = self.deal.rules.players
        words: list[str] = []
        position = self.deal
        for n, move in enumerate(self.moves):
            if n % players == 0:
                words = [f"{n // players + 1}."]
            after = position.play(move)
            words.append(f"{move}*" if sum(after.scope) > sum(position.scope) else str(move))
            if n + 1 in self.comments:
                words.append(f"{{{self.comments[n + 1]}}}")
            if n % players == players - 1 or n == len(self.moves) - 1:
                lines.append(" ".join(words))
            position = after
        return "\n".join(lines).rstrip() + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """The one record in a text. Raises `RecordError`."""
        records = read_records(text)
        if len(records) != 1:
            raise RecordError(f"{len(records)} records where one was expected")
        return records[0]


RESERVED = ("Rules", "Deal", "Points")
TOKEN = re.compile(r"\{([^{}]*)\}|(\d+)\.|(\S+)", re.ASCII)
TAG = re.compile(r'\[(\w+) "([^"\n]*)"\]', re.ASCII)


def _breaks(text: str, forbidden: str) -> bool:
    return any(c in text for c in forbidden + "\n\r") or not text.isprintable()


def read_records(text: str) -> list[Record]:
    """All records in a text, in order. Raises `RecordError`, which names the line."""
    blocks: list[list[tuple[int, str]]] = []
    in_moves = True
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if not bare:
            continue
        if bare.startswith("["):
            if in_moves:
                blocks.append([])
            in_moves = False
        else:
            in_moves = True
            if not blocks:
                raise RecordError(f"line {number}: {shown(bare)} where a tag such as [Deal ...] belongs")
        blocks[-1].append((number, bare))
    return [_read(block) for block in blocks]


def _read(block: Sequence[tuple[int, str]]) -> Record:
    tags: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, line in block:
        if not line.startswith("["):
            body.append((number, line))
            continue
        found = TAG.fullmatch(line)
        if found is None or found[1] in tags:
            raise RecordError(f"line {number}: no tag, or one that was given before: {shown(line)}")
        tags[found[1]] = found[2]
    first = block[0][0]
    if "Deal" not in tags:
        raise RecordError(f"line {first}: a record without a [Deal ...] tag")
    try:
        deal = Position.parse(tags["Deal"])
    except ValueError as error:
        raise RecordError(f"line {first}: Deal: {error}") from None
    if tags.get("Rules", str(deal.rules)) != str(deal.rules):
        raise RecordError(f"line {first}: Rules {shown(tags['Rules'])} with a deal of {deal.rules}")
    moves, comments, end = _read_moves(deal, body)
    points = "-".join(map(str, end.score().points))
    if "Points" in tags and (not end.is_over or tags["Points"] != points):
        raise RecordError(f"line {first}: Points {shown(tags['Points'])}, the moves make {points}")
    return Record(deal, tuple(moves), comments, {k: v for k, v in tags.items() if k not in RESERVED})


def _read_moves(
    deal: Position, body: Sequence[tuple[int, str]]
) -> tuple[list[Move], dict[int, str], Position]:
    moves: list[Move] = []
    comments: dict[int, str] = {}
    position = deal
    for number, line in body:
        for comment, round_, word in TOKEN.findall(line):
            try:
                if word:
                    text = word.removesuffix("*")
                    move = position.read_move(text)
                    after = position.play(move)
                    if text != word and sum(after.scope) == sum(position.scope):
                        raise RecordError(f"{word} is no scopa")
                    moves.append(move)
                    position = after
                elif round_:
                    if int(round_[:6]) != len(moves) // deal.rules.players + 1:
                        raise RecordError(f"round {round_}. after {len(moves)} moves")
                elif comment.strip():
                    so_far = comments.get(len(moves))
                    said = " ".join(comment.split())
                    comments[len(moves)] = f"{so_far} {said}" if so_far else said
            except ValueError as error:
                raise RecordError(f"line {number}: {error}") from None
    return moves, comments, position
