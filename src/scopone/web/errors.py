"""What goes wrong with a request, told in one form: `{"error": {"field": ..., "message": ...}}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

_PLACE = re.compile(r"([a-z]+), column (\d+): ")  # how a `NotationError` of a position line begins


class ErrorDetail(BaseModel):
    """What is wrong, and where: the field of the request, and within a position line its part and column."""

    field: str
    message: str
    part: str | None = None
    column: int | None = None


class ErrorBody(BaseModel):
    """The body of every answer that is an error."""

    error: ErrorDetail


class BadRequest(Exception):
    """A request of the right form that asks for what cannot be: status 400, or another."""

    def __init__(
        self, field: str, message: str, status: int = 400, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.field = field
        self.status = status
        self.headers = headers

    @property
    def response(self) -> JSONResponse:
        """The answer."""
        return answer(self.status, self.field, str(self), self.headers)


def answer(status: int, field: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error as an answer."""
    place = _PLACE.match(message)
    part, column = (place[1], int(place[2])) if place else (None, None)
    body = ErrorBody(error=ErrorDetail(field=field, message=message, part=part, column=column))
    return JSONResponse(body.model_dump(exclude_none=True), status, headers)


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """A `ValueError` within it is the fault of a field of the request."""
    try:
        yield
    except ValueError as error:
        raise BadRequest(field, str(error)) from None


# what every operation may answer, for the documentation
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorBody, "description": "What the request asks for cannot be."},
    413: {"model": ErrorBody, "description": "The request is too large."},
    422: {"model": ErrorBody, "description": "The request has not the form that it must have."},
}
BUSY: dict[int | str, dict[str, Any]] = {
    503: {"model": ErrorBody, "description": "As many searches run and wait as may: try again later."},
}
NOT_FOUND: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorBody, "description": "There is no such thing."},
}


def install(app: FastAPI) -> None:
    """All errors of an application in the one form."""

    @app.exception_handler(BadRequest)
    def _bad(request: Request, error: BadRequest) -> JSONResponse:
        return error.response

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
        return answer(422, field, first["msg"])

    @app.exception_handler(HTTPException)
    def _other(request: Request, error: HTTPException) -> JSONResponse:
        return answer(error.status_code, "", error.detail, dict(error.headers or {}))
