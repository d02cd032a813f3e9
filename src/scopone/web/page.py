"""The page, its parts and the cards, held in memory: no path of a request ever names a file."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from .. import svg
from ..cards import Card, CardError
from .errors import ERRORS, NOT_FOUND
from .models import Language

REVALIDATE = "no-cache"  # kept by the browser, which asks each time whether it is still the same
A_DAY = "max-age=86400"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
WORTH_PACKING = 1000  # bytes
TEXTS = ("text/", "image/svg", "application/json", "application/manifest")


Style = Literal["italian", "french"]


class Picture(Response):
    """An SVG picture."""

    media_type = "image/svg+xml"


@dataclass(frozen=True)
class Asset:
    """A file as it is sent: its bytes, packed too where that saves something, and what tells versions apart."""

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> Asset:
        """An asset of a name, which tells its type."""
        suffix = "." + name.rpartition(".")[2]
        kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        packs = len(body) >= WORTH_PACKING and kind.startswith(TEXTS)
        packed = gzip.compress(body, 9, mtime=0) if packs else None
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        return cls(body, packed, kind, f'"{blake2b(body, digest_size=12).hexdigest()}"')

    def answer(self, request: Request, cache: str) -> Response:
        """The asset, or that it is still the same."""
        headers = {"ETag": self.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(body, media_type=self.media_type, headers=headers)


def shipped() -> dict[str, Asset]:
    """All files of the page by their paths below `static`."""
    folder = files("scopone.web").joinpath("static")
    return {path: Asset.of(path, file.read_bytes()) for path, file in _walk(folder, "")}


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry


def router() -> APIRouter:
    """The page at `/` and its parts at `/static/...`."""
    assets = shipped()
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/", methods=["GET", "HEAD"])
    def index(request: Request) -> Response:
        return _found(assets, "index.html").answer(request, REVALIDATE)

    @routes.api_route("/static/{path:path}", methods=["GET", "HEAD"])
    def part(request: Request, path: str) -> Response:
        return _found(assets, path).answer(request, REVALIDATE)

    @routes.get(
        "/cards/{style}/{name}.svg",
        include_in_schema=True,
        response_class=Picture,
        responses={404: NOT_FOUND[404], 422: ERRORS[422]},
        tags=["pictures"],
    )
    def card(request: Request, style: Style, name: str, language: Language = "it") -> Response:
        """The picture of a card such as `7d`, or of the `back`."""
        try:
            return _picture(style, name, language).answer(request, A_DAY)
        except CardError:
            raise HTTPException(404, "there is no such card") from None

    return routes


@lru_cache(maxsize=512)
def _picture(style: Style, name: str, language: Language) -> Asset:
    if name == "back":
        return Asset.of("back.svg", svg.back_svg(style, language).encode())
    return Asset.of(f"{name}.svg", svg.card_svg(Card(name), style, language).encode())


def _found(assets: dict[str, Asset], path: str) -> Asset:
    asset = assets.get(path)
    if asset is None:
        raise HTTPException(404, "there is no such page")
    return asset
