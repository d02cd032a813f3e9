"""A server on a free port of this machine, for tests."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import httpx
import uvicorn

from scopone.cli.serve import listen
from scopone.web import Settings, create_app
from scopone.web.searches import Searches


class Served(NamedTuple):
    """A client of the server, and what runs in it."""

    client: httpx.Client
    url: str
    searches: Searches


@contextmanager
def serving(settings: Settings) -> Iterator[Served]:
    """A running server; it has ended on leaving."""
    app = create_app(settings)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    listening = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        with httpx.Client(base_url=url, timeout=30) as client:
            yield Served(client, url, app.state.searches)
    finally:
        server.should_exit = True
        thread.join()


def search_threads() -> list[str]:
    """The threads that search now."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("search-")]


def wait_until_idle(served: Served, seconds: float = 5) -> None:
    """Waits for the searches to end; fails if they do not."""
    end = time.monotonic() + seconds
    while search_threads() or served.searches.jobs:
        assert time.monotonic() < end, search_threads()
        time.sleep(0.01)
