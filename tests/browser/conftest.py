"""A real browser on the real page: Debian's Chromium, driven by Playwright. Skipped where either is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scopone.web import Settings

from ..webserver import serving
from .person import expect, open_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SCREENSHOTS = Path(os.environ.get("SCOPONE_SCREENSHOTS", HERE.parents[1] / "build" / "screenshots"))
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}


def why_not() -> str | None:
    """Why there can be no browser here."""
    if expect is None:
        return "Playwright is not installed: pip install '.[test,browser]'"
    if CHROMIUM is None:
        return "there is no Chromium: apt-get install chromium"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = why_not()
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory):
    """The server, with progress of its own."""
    progress = tmp_path_factory.mktemp("progress") / "progress.sqlite3"
    with serving(Settings(progress=progress, memory_mib=64)) as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, served) -> Iterator[Callable[..., Page]]:
    """Opens the page at an address, with settings that a person made before; an error in the page fails the test."""
    contexts = []
    errors: list[str] = []

    def opened(address: str = "", *, viewport=LAPTOP, touch=False, dark=False, **settings) -> Page:
        context, page = open_at(
            browser, served.url, address, viewport=viewport, touch=touch, dark=dark, errors=errors, **settings
        )
        contexts.append(context)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keeps a picture of the page."""

    def take(page: Page, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take
