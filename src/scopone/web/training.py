"""Operations of the trainer that need no search of their own: puzzles with a person's progress, and card counting."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from .. import counting, puzzles
from ..position import Position
from ..puzzles import PuzzleError, themes, words
from ..puzzles.progress import Progress, ProgressError
from . import models
from .errors import BUSY, NOT_FOUND, BadRequest, blaming
from .models import Language, Moves, PositionLine, Seat, Seed, State
from .searches import Job, Searches
from .state import line_of, state

MOST_QUESTIONS = 100
PuzzleId = Annotated[str, Path(max_length=16, json_schema_extra={"format": "puzzle"})]

router = APIRouter(tags=["training"])


class ThemeName(BaseModel):
    """A theme, its title and its meaning."""

    name: str
    title: str
    meaning: str


class PuzzleEntry(BaseModel):
    """A puzzle in the list."""

    id: str
    rules: str
    level: int = Field(description="1 (easy) to 5.")
    rating: int
    themes: list[str]
    solved: bool


class PuzzleText(BaseModel):
    """A puzzle to be solved. What it asks stands in `text`; its solution stands nowhere."""

    id: str
    state: State
    level: int
    rating: int
    themes: list[str]
    steps: int = Field(description="How many moves are to be found.")
    side: int = Field(description="The side to play for.")
    solved: bool
    text: str


class StandingAnswer(BaseModel):
    """How far a person has come with the puzzles."""

    solved: int
    tried: int
    attempts: int
    streak: int
    best_streak: int
    rating: int
    of: int = Field(description="How many puzzles there are.")


@router.get("/puzzles/themes")
def list_themes(language: Language = "it") -> list[ThemeName]:
    """The themes that puzzles have."""
    return [
        ThemeName(
            name=name, title=words.theme_title(name, language), meaning=words.theme_meaning(name, language)
        )
        for name in themes.THEMES
    ]


@router.get("/puzzles")
def list_puzzles(
    request: Request,
    theme: Annotated[str | None, Query(max_length=40)] = None,
    level: Annotated[int | None, Query(ge=1, le=5)] = None,
    unsolved: bool = False,
) -> list[PuzzleEntry]:
    """The puzzles of a theme and a level, the easiest first."""
    solved = _progress(request).solved()
    return [
        PuzzleEntry(
            id=puzzle.id,
            rules=str(puzzle.position.rules),
            level=puzzle.level,
            rating=puzzle.rating,
            themes=list(puzzle.themes),
            solved=puzzle.id in solved,
        )
        for puzzle in puzzles.select(puzzles.shipped(), theme, level)
        if not (unsolved and puzzle.id in solved)
    ]


@router.get("/puzzles/{id}", responses=NOT_FOUND)
def one_puzzle(request: Request, id: PuzzleId, language: Language = "it") -> PuzzleText:
    """A puzzle."""
    puzzle = _puzzle(id)
    return PuzzleText(
        id=puzzle.id,
        state=state(puzzle.position),
        level=puzzle.level,
        rating=puzzle.rating,
        themes=list(puzzle.themes),
        steps=puzzle.steps,
        side=puzzle.side,
        solved=puzzle.id in _progress(request).solved(),
        text=words.task(puzzle, language),
    )


class AttemptRequest(models.Request):
    """All moves made from the puzzle's position on, the other side's replies too; the last is the one tried."""

    moves: Annotated[Moves, Field(min_length=1)]
    language: Language = "it"


class AttemptAnswer(BaseModel):
    """What came of a move."""

    right: bool
    finished: bool = Field(description="The puzzle is solved, or the move was wrong: the attempt is counted.")
    reply: str | None = Field(description="The other side's move.")
    best: list[str] = Field(description="The right move.")
    comment: str
    state: State = Field(description="The position to go on from: after the reply, or before a wrong move.")


@router.post("/puzzles/{id}/attempt", responses={**NOT_FOUND, **BUSY})
async def attempt(request: Request, id: PuzzleId, body: AttemptRequest) -> AttemptAnswer:
    """Tries a move. What a wrong one costs is searched for."""
    puzzle = _puzzle(id)
    progress = _progress(request)
    with blaming("moves"):
        tried = puzzle.attempt(body.moves)

    def work(job: Job) -> dict[str, Any]:
        if tried.finished:
            progress.record(puzzle, tried.right)
        return {"comment": words.comment(puzzle, tried, body.language, job.solver)}

    searches: Searches = request.app.state.searches
    said = await searches.result(request, work)
    return AttemptAnswer(
        right=tried.right,
        finished=tried.finished,
        reply=None if tried.reply is None else str(tried.reply),
        best=[str(tried.best)],
        comment=said["comment"],
        state=state(tried.position),
    )


@router.get("/progress")
def standing(request: Request) -> StandingAnswer:
    """The progress with the puzzles."""
    now = _progress(request).standing()
    return StandingAnswer(
        solved=now.solved,
        tried=now.tried,
        attempts=now.attempts,
        streak=now.streak,
        best_streak=now.best_streak,
        rating=now.rating,
        of=len(puzzles.shipped()),
    )


def _puzzle(name: str) -> puzzles.Puzzle:
    try:
        return puzzles.find(name)
    except PuzzleError as error:
        raise BadRequest("id", str(error), 404) from None


def _progress(request: Request) -> Progress:
    try:
        return Progress(request.app.state.settings.progress)
    except ProgressError as error:
        raise BadRequest("progress", str(error), 500) from None


class QuizRequest(models.Request):
    """A moment of a hand, and who is asked."""

    deal: PositionLine
    moves: Moves
    seat: Seat
    seed: Seed = 0
    language: Language = "it"


class Choice(BaseModel):
    """One of the answers that can be given, and in words."""

    value: str
    text: str


class QuizQuestion(BaseModel):
    """A question. `single`: one choice is right; otherwise any number of them may be, or none."""

    id: str
    kind: str
    text: str
    single: bool
    choices: list[Choice]


class QuizAnswer(BaseModel):
    """Questions."""

    questions: list[QuizQuestion]


@router.post("/quiz")
def quiz(body: QuizRequest) -> QuizAnswer:
    """Questions about the cards that are out: the same for the same request."""
    return QuizAnswer(
        questions=[
            QuizQuestion(
                id=q.id,
                kind=q.kind,
                text=q.text(body.language),
                single=q.single,
                choices=[Choice(value=c, text=q.choice_text(c, body.language)) for c in q.choices],
            )
            for q in _questions(body)
        ]
    )


class MarksRequest(QuizRequest):
    """The same moment and seed, and what was answered: choices by the ids of the questions."""

    answers: dict[
        Annotated[str, Field(max_length=40)],
        Annotated[list[Annotated[str, Field(max_length=10)]], Field(max_length=52)],
    ] = Field(max_length=MOST_QUESTIONS)


class MarkedAnswer(BaseModel):
    """A question, whether it was answered rightly, and what is right."""

    id: str
    right: bool
    mark: float = Field(description="0 to 1.")
    correct: list[str]


class MarksAnswer(BaseModel):
    """The marks: `marks` of `of`."""

    marks: float
    of: int
    answers: list[MarkedAnswer]


@router.post("/quiz/marks")
def quiz_marks(body: MarksRequest) -> MarksAnswer:
    """Marks answers."""
    questions = _questions(body)
    with blaming("answers"):
        marked = counting.marks(questions, body.answers)
    return MarksAnswer(
        marks=sum(m.mark for m in marked),
        of=len(marked),
        answers=[
            MarkedAnswer(id=m.question.id, right=m.right, mark=m.mark, correct=list(m.question.answer))
            for m in marked
        ],
    )


def _questions(body: QuizRequest) -> tuple[counting.Question, ...]:
    with blaming("deal"):
        deal = Position.parse(body.deal)
    with blaming("moves"):
        _, moves = line_of(deal, body.moves)
    with blaming("seat"):
        return counting.quiz(deal, moves, body.seat, body.seed)
