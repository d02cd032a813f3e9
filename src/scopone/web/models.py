"""The shapes of requests and answers that several operations share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..move import MAX_MOVE
from ..notation import MAX_LINE

MOST_MOVES = 60  # no deal has more cards
MOST_SEED = 2**53 - 1  # what a page can hold in a number


class Request(BaseModel):
    """A request: nothing but its fields, and each of its own type."""

    model_config = ConfigDict(extra="forbid", strict=True)


Language = Literal["it", "en"]
PositionLine = Annotated[
    str, Field(max_length=MAX_LINE, description="A position line.", json_schema_extra={"format": "position"})
]
RulesText = Annotated[
    str,
    Field(max_length=300, description="A game, with its options.", json_schema_extra={"format": "rules"}),
]
MoveText = Annotated[
    str,
    Field(
        max_length=MAX_MOVE, description="A move, such as `7dx3c4s`.", json_schema_extra={"format": "move"}
    ),
]
Moves = Annotated[list[MoveText], Field(max_length=MOST_MOVES, description="Moves, one after the other.")]
Seat = Annotated[int, Field(ge=0, le=5)]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]


class Hidden(BaseModel):
    """A hand of which only the number of cards is known."""

    unknown: int


class LegalMove(BaseModel):
    """A move that the seat to move may make."""

    move: str
    card: str
    takes: list[str]
    scopa: bool = Field(description="It sweeps the table, and that is a point.")
    declares: str | None = Field(description="What it declares: `tris`.")


class Points(BaseModel):
    """Points by side, in all and by item, for the piles as they lie."""

    points: list[int]
    items: dict[str, list[int]]


class Holding(BaseModel):
    """What a side has of an item so far, and the points that it would make now."""

    points: int
    count: int = Field(description="Cards of it; of the primiera its total, in points of the cards.")
    cards: list[str] = Field(description="The cards of it; of the primiera the best of each suit.")


class StripItem(BaseModel):
    """An item of the score while the hand is being played."""

    item: str
    sides: list[Holding]
    decided: int | Literal[False] | None = Field(
        description="The side that has won it, null if nobody can; false while it is open."
    )


class State(BaseModel):
    """All that there is to show of a position."""

    position: str
    rules: str
    players: int
    sides: int
    side_of: list[int] = Field(description="The side of each seat.")
    dealer: int
    hands: list[list[str] | Hidden]
    table: list[str]
    piles: list[list[str]]
    pile_side: list[int] = Field(description="The side of each pile.")
    scope: list[int]
    turn: int
    last: int | None = Field(description="The seat that captured last.")
    over: bool
    winner: int | None = Field(description="The side that has won the match at once by the cards it took.")
    solvable: bool
    why_not: str | None = Field(description="Why no exact value can be found.")
    legal: list[LegalMove]
    score: Points
    strip: list[StripItem]
    stock: int = Field(description="How many cards are undealt.")
    cards_left: int = Field(description="How many cards are still to be played.")


class Analysed(BaseModel):
    """Proven bounds of the value of a move: points of the whole hand, side 0 minus side 1."""

    move: str
    lower: int
    upper: int
    exact: bool
