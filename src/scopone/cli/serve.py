"""The command serve: the board and the trainer in a browser."""

from __future__ import annotations

import logging
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from .errors import OK, CommandError
from .options import Memory

HEADING = "Players"
ANYWHERE = ("0.0.0.0", "::")
LAST_WORDS = 2  # seconds that requests have to end when the server is stopped


def serve(
    *,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="HOST", help="Listen on this address; other machines reach only others."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="P", min=0, max=65535, help="Listen on this port; [bold]0[/]: any free one."
        ),
    ] = 8040,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Answer for this host name, too.", show_default=False),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Show the page in the browser.")] = True,
    searches: Annotated[
        int | None,
        typer.Option(
            "--searches",
            metavar="N",
            min=1,
            max=64,
            help="How many searches run at once.",
            show_default="a core each",
        ),
    ] = None,
    memory: Memory = 256,
    progress: Annotated[
        Path | None,
        typer.Option(
            "--progress",
            metavar="FILE",
            help="Where the progress with puzzles is kept.",
            show_default="in your data folder",
        ),
    ] = None,
) -> int:
    """Show the analysis board and the trainer in a browser.

    The server answers this machine only, unless told otherwise, and needs no network. Ctrl-C ends it. The HTTP
    API is documented at /api/v1/docs.
    """
    try:
        import uvicorn

        from ..web import Settings, create_app
    except ImportError as error:
        raise CommandError(f"serve needs {error.name}: pip install 'scopone[web]'") from None

    listening = listen(host, port)
    address, port = listening.getsockname()[:2]
    settings = Settings(
        hosts=(*Settings.hosts, host, *(name or ())),
        addresses=host in ANYWHERE,
        searches=searches or max(2, os.cpu_count() or 1),
        memory_mib=memory,
        progress=progress,
    )
    shown = "127.0.0.1" if address in ANYWHERE else f"[{address}]" if ":" in address else address
    url = f"http://{shown}:{port}/"
    config = uvicorn.Config(
        create_app(settings),
        log_level=logging.WARNING,
        server_header=False,
        timeout_graceful_shutdown=LAST_WORDS,
    )
    print(f"{url}  (Ctrl-C ends it)", flush=True)
    if open_page:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    uvicorn.Server(config).run(sockets=[listening])
    return OK


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `CommandError` where that cannot be."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"cannot listen on {host}, port {port}: {reason}") from None
    # connections inherit it: otherwise the body of an answer waits 40 ms for the header to be acknowledged
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(rich_help_panel=HEADING)(serve)
