"""What every request passes first: the host it is meant for, where it comes from, its size; headers of answers.

A page of another site must not reach a server on this machine, not even under a name of its own that leads
here (DNS rebinding): only known hosts are answered, and requests that change or compute something only if
they come from the page itself.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import answer

LOCAL = ("127.0.0.1", "localhost", "::1")
MAX_BODY = 256 * 1024  # bytes: a hundred times a record of a hand
TOO_LARGE = f"a body of more than {MAX_BODY} bytes"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """ASGI middleware: 421 for hosts not known, 403 for other origins, 413 for large bodies; safe headers.

    hosts      names and addresses that requests may be meant for, without ports
    addresses  any IP address will do, too: for a server that listens on all of them
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = LOCAL, addresses: bool = False) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            await answer(*refusal)(scope, receive, send_safely)
            return
        await self.app(scope, _Counted(receive), send_safely)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str, str] | None:
        """Status, field and message of a request that goes no further."""
        host = headers.get("host", "")
        if not self._knows(host):
            return 421, "Host", "this server does not answer for this host (see scopone serve --help)"
        origin = headers.get("origin")
        if method not in SAFE_METHODS and origin is not None and urlsplit(origin).netloc != host:
            return 403, "Origin", "requests from pages of other sites are refused"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MAX_BODY:
            return 413, "Content-Length", TOO_LARGE
        return None

    def _knows(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.hosts or (self.addresses and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class _Counted:
    """What is received, counted: a body without a length, or with a false one, may grow too large."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            if self._size > MAX_BODY:
                raise HTTPException(413, TOO_LARGE)
        return message
