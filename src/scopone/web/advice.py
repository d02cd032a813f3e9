"""Operations in which a player thinks, with what its seat may know: hints, and the bots of the trainer."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ..hint import hint as advise
from ..host import ask
from ..move import Move
from ..players import PlayerError, make_player
from ..players.strengths import STRENGTHS, opponent
from ..position import Position
from ..view import View
from . import models
from .errors import BUSY, BadRequest, blaming
from .models import Language, Moves, PositionLine, Seat, Seed
from .searches import Job, Searches
from .state import line_of

MOST_SECONDS = 2.0  # a player who thinks is not stopped before

router = APIRouter(tags=["players"])


class StrengthEntry(BaseModel):
    """A strength, its titles, and the player behind it."""

    name: str
    title_it: str
    title_en: str
    player: str


@router.get("/strengths")
def strengths() -> list[StrengthEntry]:
    """The strengths of the bots, the weakest first."""
    return [
        StrengthEntry(name=s.name, title_it=s.it, title_en=s.en, player=s.player) for s in STRENGTHS.values()
    ]


class BotRequest(models.Request):
    """A moment of a hand; `player` is the name of a strength, or of a player who sees no hidden card."""

    deal: PositionLine
    moves: Moves
    player: Annotated[str, Field(max_length=40)]
    seed: Seed = 0
    language: Language = "it"


class BotAnswer(BaseModel):
    """The bot's move, and what it went by."""

    move: str
    reasons: list[str]


@router.post("/bot", responses=BUSY)
async def bot(request: Request, body: BotRequest) -> BotAnswer:
    """What a bot plays. It knows what the seat to move may know; the same request gives the same move."""
    position, moves = _moment(body.deal, body.moves)
    try:
        player = opponent(body.player)
    except PlayerError as error:
        raise BadRequest("player", str(error)) from None

    def work(job: Job) -> dict[str, Any]:
        with blaming("player"):
            choice = ask(player, position, moves, body.seed)
        return {
            "move": str(choice.move),
            "reasons": [reason.in_words(body.language) for reason in choice.reasons],
        }

    searches: Searches = request.app.state.searches
    return BotAnswer(**await searches.result(request, work))


class HintRequest(models.Request):
    """A moment of a hand, in which `seat` is to move. The other hands may be hidden (`?10`), if no move was made."""

    deal: PositionLine
    moves: Moves
    seat: Seat
    language: Language = "it"
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS, allow_inf_nan=False)] = 1.0
    seed: Seed = 0


class HintMove(BaseModel):
    """What a move is worth by estimate: points of the hand, side 0 minus side 1 (in games of more sides: of the
    side to move minus the best other), with the bounds of a 95 % interval, and the chance to make most points."""

    move: str
    value: float
    low: float
    high: float
    win: float
    draw: float
    reasons: list[str]


class HintAnswer(BaseModel):
    """The idea, the card, the numbers."""

    idea: str
    best: str
    reasons: list[str]
    moves: list[HintMove] = Field(description="Best first.")


def _moment(deal: str, texts: list[str]) -> tuple[Position, list[Move]]:
    with blaming("deal"):
        start = Position.parse(deal)
    with blaming("moves"):
        positions, moves = line_of(start, texts)
        if positions[-1].is_over:
            raise ValueError("the hand is over: there is nothing to play")
    return positions[-1], moves


def _view(body: HintRequest) -> View:
    """What the seat knows, and nothing else."""
    if "?" in body.deal:
        with blaming("deal"):
            view = View.parse(body.deal).closed()
        if body.moves:
            raise BadRequest("moves", "moves cannot be played with hidden cards")
        if not view.hand:
            raise BadRequest("deal", "the hand is over: there is nothing to play")
    else:
        view = View.of(*_moment(body.deal, body.moves))
    if body.seat != view.turn:
        raise BadRequest("seat", f"seat {view.turn} is to move, not seat {body.seat}")
    return view


@router.post("/hint", responses=BUSY)
async def hint(request: Request, body: HintRequest) -> HintAnswer:
    """Advice for the seat to move, from what it may know."""
    view = _view(body)

    def work(job: Job) -> dict[str, Any]:
        found = advise(view, body.seed, make_player(f"maestro:seconds={body.seconds}"))
        said = [reason.in_words(body.language) for reason in found.reasons]
        return {
            "idea": said[0] if said else "",
            "best": str(found.best),
            "reasons": said,
            "moves": [
                {
                    "move": str(e.move),
                    "value": e.points.mean,
                    "low": e.points.interval[0],
                    "high": e.points.interval[1],
                    "win": e.win.share,
                    "draw": e.draw.share,
                    "reasons": said if e.move == found.best else [],
                }
                for e in found.estimates
            ],
        }

    searches: Searches = request.app.state.searches
    return HintAnswer(**await searches.result(request, work))
