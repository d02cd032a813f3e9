"""The review of a hand, sent as it goes on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from ..analysis import Limit
from ..position import Position
from ..record import Record
from ..review import DEFAULT_LIMIT, Judge, as_json
from ..review import review as look_at
from . import models
from .errors import BUSY, BadRequest, blaming
from .models import Language, Moves, PositionLine, Seat, Seed
from .searches import Job, Lines, stream_of
from .state import line_of

OPEN_LIMIT = Limit(seconds=5, nodes=DEFAULT_LIMIT.nodes)  # of the exact search, for each position

LEAST_WORLDS, MOST_WORLDS = 16, 30_000  # these many take a second, in which the review cannot be stopped

router = APIRouter(tags=["search"])


class ReviewRequest(models.Request):
    """A hand, finished or not; whose moves are judged (all if there is no seat), and in how many worlds each."""

    deal: PositionLine
    moves: Moves
    seat: Seat | None = None
    language: Language = "it"
    worlds: Annotated[int, Field(ge=LEAST_WORLDS, le=MOST_WORLDS)] = Judge().worlds
    seed: Seed = 0


class ReviewProgress(BaseModel):
    """How far the review has come; the last line has `done` true, and the review."""

    done: bool
    at: int
    total: int


class ReviewedMove(BaseModel):
    """What a move cost, in points: with open cards, and given what its player could know with a 95 % interval."""

    ply: int
    seat: int
    move: str
    best: str
    open_best: str | None
    value: int | None
    open_cost: int | None
    open_bounds: list[int] | None
    fair_cost: float
    fair_ci: list[float]
    verdict: str
    sign: str
    why: list[str]


class SeatMark(BaseModel):
    """How well a seat or a side played: 0 (no better than blindly) to 100, null where no move mattered."""

    score: int | None
    choices: int
    fair_cost: float
    open_cost: int | None
    open_bounds: list[int] | None
    verdicts: dict[str, int]


class ReviewLine(BaseModel):
    """The review: values and costs are null where they are not exact, and proven bounds stand beside them."""

    done: bool
    rules: str
    deal: str
    moves: list[ReviewedMove]
    values: list[int | None]
    bounds: list[list[int] | None]
    turning_points: list[int]
    marks: dict[str, SeatMark]
    side_marks: list[SeatMark]


@router.post("/review", response_class=Response, responses={**stream_of(ReviewProgress, ReviewLine), **BUSY})
async def review(request: Request, body: ReviewRequest) -> Response:
    """What each move of a hand cost. Close the connection to stop it."""
    with blaming("deal"):
        deal = Position.parse(body.deal)
    with blaming("moves"):
        _, moves = line_of(deal, body.moves)
    if body.seat is not None and body.seat >= deal.rules.players:
        raise BadRequest("seat", f"seat {body.seat}: {deal.rules} has seats 0 to {deal.rules.players - 1}")

    def work(job: Job) -> dict[str, Any]:
        told = -1

        def tell(at: int, total: int) -> None:
            nonlocal told
            job.check()
            if at != told:
                job.report({"done": False, "at": at, "total": total})
                told = at

        found = look_at(
            Record(deal, tuple(moves)),
            seats=None if body.seat is None else [body.seat],
            judge=Judge(body.worlds),
            limit=OPEN_LIMIT,
            solver=job.solver,
            seed=body.seed,
            progress=tell,
        )
        return {"done": True, **as_json(found, body.language)}

    return Lines(request.app.state.searches, work)
