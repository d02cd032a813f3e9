"""Operations of the game itself: rules, deals, positions, lines of moves, records. None of them searches."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from .. import describe
from ..analysis import why_unsolvable
from ..position import Position
from ..record import Record, RecordError, read_records
from ..rules import Rules, preset_names
from .errors import blaming
from .models import MOST_MOVES, Language, Moves, PositionLine, Request, RulesText, Seed, State
from .state import line_of, read, state

MOST_TEXT = 20_000  # characters of a record
MOST_TAGS = 50

router = APIRouter(tags=["game"])


class Game(BaseModel):
    """A game of the family."""

    name: str
    title: str
    summary: str
    doubt: str
    players: int
    sides: int
    uncertain: bool = Field(description="The sources disagree on what the game is.")
    solvable: bool = Field(description="Its positions have exact values.")


@router.get("/games")
def games(language: Language = "it") -> list[Game]:
    """The games by their names."""
    return _games(language)


@cache
def _games(language: Language) -> list[Game]:
    return [_game(name, language) for name in preset_names()]


def _game(name: str, language: Language) -> Game:
    rules = Rules.preset(name)
    about = describe.about(name, language)
    return Game(
        name=str(rules),
        title=about.title,
        summary=about.text,
        doubt=about.doubt,
        players=rules.players,
        sides=rules.n_sides,
        uncertain=describe.is_uncertain(name),
        solvable=why_unsolvable(Position.deal(rules, 0)) is None,
    )


class RulesRequest(Request):
    """A game with its options."""

    rules: RulesText
    language: Language = "it"


class Option(BaseModel):
    """A word that begins an option, and what it does."""

    name: str
    text: str


class RulesAnswer(BaseModel):
    """Rules in words."""

    rules: str = Field(description="The shortest text that means these rules.")
    title: str
    players: int
    sides: int
    target: int
    needed: int = Field(
        description="Points that win a match: the target, or one more if it must be exceeded."
    )
    text: list[str]
    options: list[Option] = Field(description="Every option that there is, chosen or not.")


@router.post("/rules")
def rules(request: RulesRequest) -> RulesAnswer:
    """All that rules say, a sentence each."""
    with blaming("rules"):
        found = Rules.parse(request.rules)
    return RulesAnswer(
        rules=str(found),
        title=describe.about(found.name, request.language).title,
        players=found.players,
        sides=found.n_sides,
        target=found.target,
        needed=found.target + (found.reach == "exceed"),
        text=describe.describe(found, request.language),
        options=[
            Option(name=word, text=describe.about_option(word, request.language))
            for word in describe.option_words()
        ],
    )


class DealRequest(Request):
    """A game, and the seed of the deal: none for any deal."""

    rules: RulesText
    seed: Seed | None = None


class DealAnswer(BaseModel):
    """A deal, and the seed that gives it again."""

    seed: int
    state: State


@router.post("/deal")
def deal(request: DealRequest) -> DealAnswer:
    """Deals at random."""
    with blaming("rules"):
        found = Rules.parse(request.rules)
    seed = secrets.randbelow(1_000_000) if request.seed is None else request.seed
    return DealAnswer(seed=seed, state=state(Position.deal(found, seed)))


class PositionRequest(Request):
    """A position line; hidden hands as `?10`."""

    position: PositionLine


@router.post("/position")
def position(request: PositionRequest) -> State:
    """A position: what may be played, and how the score stands."""
    with blaming("position"):
        return state(read(request.position))


class LineRequest(Request):
    """A position with all cards known, and moves from there on."""

    position: PositionLine
    moves: Moves


class LineAnswer(BaseModel):
    """The position and those after each move."""

    states: list[State]


@router.post("/line")
def line(request: LineRequest) -> LineAnswer:
    """Plays moves."""
    with blaming("position"):
        start = Position.parse(request.position)
    with blaming("moves"):
        positions, _ = line_of(start, request.moves)
    return LineAnswer(states=list(map(state, positions)))


class RecordRequest(Request):
    """A record of a hand, or a position line alone."""

    text: Annotated[str, Field(max_length=MOST_TEXT)]


class RecordAnswer(BaseModel):
    """A record in its parts. The comments are by the number of moves made before them."""

    rules: str
    deal: str
    moves: list[str]
    tags: dict[str, str]
    comments: dict[int, str]
    states: list[State]


@router.post("/record")
def record(request: RecordRequest) -> RecordAnswer:
    """Reads a record; of several in a text the first."""
    with blaming("text"):
        found = _record(request.text)
    return RecordAnswer(
        rules=str(found.deal.rules),
        deal=str(found.deal),
        moves=list(map(str, found.moves)),
        tags=dict(found.tags),
        comments=dict(found.comments),
        states=list(map(state, found.positions())),
    )


def _record(text: str) -> Record:
    line = text.strip()
    if line and not line.startswith("[") and "\n" not in line:
        return Record(Position.parse(line))
    records = read_records(text)
    if not records:
        raise RecordError("no record, and no position line")
    return records[0]


class RecordText(BaseModel):
    """A record as text."""

    text: str


Place = Annotated[str, Field(pattern=r"^[0-9]{1,2}$")]


class WriteRequest(Request):
    """A record in its parts."""

    deal: PositionLine
    moves: Moves = Field(default_factory=list)
    tags: dict[str, Annotated[str, Field(max_length=200)]] = Field(default_factory=dict, max_length=MOST_TAGS)
    comments: dict[Place, Annotated[str, Field(max_length=500)]] = Field(
        default_factory=dict,
        max_length=MOST_MOVES + 1,
        description="By the number of moves made before them.",
    )


@router.post("/record/write")
def write_record(request: WriteRequest) -> RecordText:
    """Writes a record."""
    with blaming("deal"):
        start = Position.parse(request.deal)
    with blaming("moves"):
        _, moves = line_of(start, request.moves)
    comments = {int(place): text for place, text in request.comments.items()}
    with blaming("tags"):
        return RecordText(text=str(Record(start, tuple(moves), comments, request.tags)))
