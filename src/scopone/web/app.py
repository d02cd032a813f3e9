"""The application: the API under /api/v1, the cards, and the page with what belongs to it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from .._version import __version__
from . import advice, docs, errors, game, page, review, search, training
from .guard import LOCAL, Guard
from .searches import Cancelled, Searches

API = "/api/v1"
DESCRIPTION = (
    "Exact values, hints, review and training for Scopone Scientifico and the Scopa family. Nothing is kept"
    " between requests but the progress with puzzles. Values are points of the whole hand, side 0 minus side 1."
)


@dataclass(frozen=True)
class Settings:
    """What a server allows.

    hosts       names and addresses that it answers for, without ports
    addresses   it answers for any IP address, too
    searches    how many searches run at once, each in a thread; at least 1
    memory_mib  bound of the table of each search in MiB, at least 1
    progress    the file of the progress with puzzles; None for the usual place
    """

    hosts: tuple[str, ...] = LOCAL
    addresses: bool = False
    searches: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    memory_mib: int = 256
    progress: Path | None = None


def create_app(settings: Settings | None = None) -> FastAPI:
    """The ASGI application. Each has searches of its own; `app.state.searches` tells what is running."""
    settings = settings or Settings()
    app = FastAPI(
        title="scopone",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # theirs loads scripts from elsewhere
        redoc_url=None,
        license_info={"name": "MIT"},
    )
    app.state.settings = settings
    app.state.searches = Searches(settings.searches, settings.memory_mib)
    app.add_middleware(Guard, hosts=settings.hosts, addresses=settings.addresses)
    errors.install(app)
    for part in (game, search, advice, review, training):
        app.include_router(part.router, prefix=API, responses=errors.ERRORS)

    @app.exception_handler(Cancelled)
    def _gone(request: Request, error: Cancelled) -> Response:
        return Response(status_code=499)  # for nobody: the client has gone away

    @app.get(f"{API}/docs", include_in_schema=False)
    def _docs() -> HTMLResponse:
        return HTMLResponse(docs.page(app.openapi()))

    app.include_router(page.router())
    return app
