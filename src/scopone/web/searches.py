"""Searches on behalf of requests: so many at a time, each in a thread that ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, TypeVar

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..analysis import Progress, Solver
from .errors import BadRequest

T = TypeVar("T")

PATIENCE = 3.0  # seconds that a request waits for its turn
QUEUE = 64  # requests that may wait


class Cancelled(Exception):
    """Nobody waits for what a search finds."""


class Job:
    """One search: what the work calls from its thread, and what stops it from outside.

    solver   a solver of its own while it runs; its table may know the deal already
    """

    def __init__(self, solver: Solver, report: Callable[[dict[str, Any]], None]) -> None:
        self.solver = solver
        self._report = report
        self._cancelled = False

    def report(self, data: dict[str, Any]) -> None:
        """Sends a line to who asked. Raises `Cancelled`, as `check` does."""
        self.check()
        self._report(data)

    def check(self, _: Progress | None = None) -> None:
        """Raises `Cancelled` if nobody waits any more; fit to be the progress function of a solver."""
        if self._cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Ends the work as soon as it looks, and the solver's search at once. From any thread."""
        self._cancelled = True
        self.solver.cancel()


Work = Callable[[Job], dict[str, Any]]


class Searches:
    """Runs at most `most` searches at a time; more wait a little for their turn, and then are sent away.

    most        how many run at once, each in a thread of its own
    memory_mib  bound of the table of each
    """

    def __init__(self, most: int, memory_mib: int) -> None:
        self.most = most
        self._memory_mib = memory_mib
        self._turn = asyncio.Semaphore(most)
        self._waiting = 0
        self._idle: list[Solver] = []  # the last used is taken first: it knows the deal most likely
        self._numbers = count(1)
        self.jobs: set[Job] = set()

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[Solver]:
        """A solver, when it is this request's turn. Raises `BadRequest` (503) if that takes too long."""
        if self._waiting >= QUEUE:
            raise _busy()
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turn.acquire()
        except TimeoutError:
            raise _busy() from None
        finally:
            self._waiting -= 1
        solver = self._idle.pop() if self._idle else Solver(memory_mib=self._memory_mib)
        try:
            yield solver
        finally:
            self._idle.append(solver)
            self._turn.release()

    @asynccontextmanager
    async def running(self, work: Work) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """Runs the work in a thread; gives what it reports and, last, what it returns.

        An exception of the work comes out of the iterator. On leaving the search is stopped, and the thread has
        ended.
        """
        loop = asyncio.get_running_loop()
        lines: asyncio.Queue[dict[str, Any] | BaseException | None] = asyncio.Queue()

        def put(line: dict[str, Any] | BaseException | None) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, line)

        def run() -> None:
            try:
                put(work(job))
                put(None)
            except BaseException as error:
                put(error)
            loop.call_soon_threadsafe(ended.set)

        async def read() -> AsyncIterator[dict[str, Any]]:
            while (line := await lines.get()) is not None:
                if isinstance(line, BaseException):
                    raise line
                yield line

        async with self._place() as solver:
            job = Job(solver, put)
            ended = asyncio.Event()
            thread = threading.Thread(target=run, name=f"search-{next(self._numbers)}", daemon=True)
            self.jobs.add(job)
            thread.start()
            try:
                yield read()
            finally:
                job.cancel()
                # even if this task is cancelled now, the place must not be given away before the thread ends
                await _wait_for(ended)
                thread.join()
                self.jobs.discard(job)

    async def result(self, request: Request, work: Work) -> dict[str, Any]:
        """What the work returns. If the client goes away before, the work is cancelled: raises `Cancelled`."""

        async def last() -> dict[str, Any]:
            async with self.running(work) as lines:
                return [line async for line in lines][-1]

        return await while_connected(request.receive, last())


async def while_connected(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What the work returns; cancels it when the client goes away, and raises `Cancelled`."""
    task = asyncio.create_task(work)
    watch = asyncio.create_task(_disconnected(receive))
    try:
        await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Cancelled
        return task.result()
    finally:
        task.cancel()
        watch.cancel()
        await asyncio.gather(task, watch, return_exceptions=True)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _wait_for(event: asyncio.Event) -> None:
    """Waits for an event that comes soon, even if the task is cancelled meanwhile, and then passes that on."""
    cancelled = None
    while not event.is_set():
        try:
            await event.wait()
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


def _busy() -> BadRequest:
    return BadRequest("", "too many searches are running: try again in a moment", 503, {"Retry-After": "2"})


class Lines(Response):
    """An answer of JSON objects, one a line, each sent when it is found. When the client goes away the search ends.

    `work` says its last line by returning it. What it raises before the first line is an answer of its own;
    afterwards it can only be the last line, with the key `error`.
    """

    media_type = "application/x-ndjson"

    def __init__(self, searches: Searches, work: Work) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._searches = searches
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(Cancelled):
            await while_connected(receive, self._send(scope, receive, send))

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False
        try:
            async with self._searches.running(self._work) as lines:
                async for line in lines:
                    if not started:
                        start = {"status": self.status_code, "headers": self.raw_headers}
                        await send({"type": "http.response.start", **start})
                        started = True
                    await send(_chunk(line))
        except BadRequest as error:
            if not started:
                await error.response(scope, receive, send)
                return
            await send(_chunk({"error": {"field": error.field, "message": str(error)}, "done": True}))
        await send({"type": "http.response.body", "body": b""})


def stream_of(*lines: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """How an operation that answers with `Lines` of these shapes is documented."""
    shapes = " or ".join(line.__name__ for line in lines)
    fields = "\n\n".join(
        f"`{line.__name__}`: {line.__doc__} " + ", ".join(f"`{name}`" for name in line.model_fields)
        for line in lines
    )
    return {
        200: {
            "description": f"JSON objects, one a line: {shapes}.\n\n{fields}",
            "content": {Lines.media_type: {"schema": {"type": "string"}}},
        }
    }


def _chunk(line: dict[str, Any]) -> dict[str, Any]:
    body = json.dumps(line, separators=(",", ":")).encode() + b"\n"
    return {"type": "http.response.body", "body": body, "more_body": True}
