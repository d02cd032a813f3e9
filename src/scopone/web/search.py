"""The exact values of a position's moves, sent while the search runs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from ..analysis import Limit, Progress, why_unsolvable
from ..position import Position
from ..solution import MoveValue
from . import models
from .errors import BUSY, BadRequest, blaming
from .models import Analysed, PositionLine
from .searches import Job, Lines, stream_of

MOST_SECONDS = 120.0

router = APIRouter(tags=["search"])


class AnalyseRequest(models.Request):
    """A position with all cards known, and how long the search may take."""

    position: PositionLine
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS, allow_inf_nan=False)] = 30.0


class AnalyseLine(BaseModel):
    """What is proven so far; in the last line, where `done` is true, also the value, the best move and a line."""

    seconds: float
    nodes: int
    nodes_per_second: float
    lower: int
    upper: int
    moves: list[Analysed] = Field(description="Best first for the side to move.")
    done: bool
    exact: bool | None = None
    value: int | None = None
    best: str | None = None
    line: list[str] | None = Field(
        None, description="Best play to the end of the hand, as far as it is proven."
    )


@router.post("/analyse", response_class=Response, responses={**stream_of(AnalyseLine), **BUSY})
async def analyse(request: Request, body: AnalyseRequest) -> Response:
    """Bounds of every move's value, about ten times a second until they are exact or the time is up.

    Close the connection to stop the search.
    """
    with blaming("position"):
        position = Position.parse(body.position)
    why_not = why_unsolvable(position)
    if why_not is not None:
        raise BadRequest("position", why_not)

    def work(job: Job) -> dict[str, Any]:
        def tell(progress: Progress) -> None:
            job.report(_line(progress))

        with blaming("position"):
            found = job.solver.analyse(position, Limit(seconds=body.seconds), tell)
        return {
            "seconds": found.seconds,
            "nodes": found.nodes,
            "nodes_per_second": found.nodes / found.seconds if found.seconds > 0 else 0.0,
            "lower": found.lower,
            "upper": found.upper,
            "moves": _moves(found.moves),
            "done": True,
            "exact": found.exact and all(m.exact for m in found.moves),
            "value": found.value,
            "best": None if found.best is None else str(found.best),
            "line": list(map(str, found.line)),
        }

    return Lines(request.app.state.searches, work)


def _line(progress: Progress) -> dict[str, Any]:
    return {
        "seconds": progress.seconds,
        "nodes": progress.nodes,
        "nodes_per_second": progress.nodes_per_second,
        "lower": progress.lower,
        "upper": progress.upper,
        "moves": _moves(progress.moves),
        "done": False,
    }


def _moves(moves: tuple[MoveValue, ...]) -> list[dict[str, Any]]:
    return [{"move": str(m.move), "lower": m.lower, "upper": m.upper, "exact": m.exact} for m in moves]
