"""What a person does at the page, in the terms of the tests."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from scopone import Position

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)  # machines may be busy
except ImportError:  # `conftest` skips the tests then
    expect = None

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

KEY = "scopone.settings"
DEFAULTS = {"language": "en", "deck": "italian", "speed": 0}


def open_at(
    browser: Browser, url: str, address: str, *, viewport, touch=False, dark=False, errors=None, **settings
) -> tuple[BrowserContext, Page]:
    """A new window at an address of the page. Errors that its script makes are added to `errors`."""
    context = browser.new_context(
        viewport=viewport, has_touch=touch, color_scheme="dark" if dark else "light", locale="en"
    )
    kept = json.dumps(DEFAULTS | settings)
    context.add_init_script(f"localStorage.getItem('{KEY}') ?? localStorage.setItem('{KEY}', {kept!r})")
    page = context.new_page()
    page.set_default_timeout(60_000)
    if errors is not None:
        page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{url}/{address}")
    return context, page


def analyse_address(position: str, moves: str = "") -> str:
    """The address that shows a position on the analysis board."""
    return f"#/analyse?p={quote(position)}" + (f"&m={quote(moves)}" if moves else "")


def position_in(page: Page) -> Position:
    """The deal that the page's address names."""
    text = page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('p')")
    return Position.parse(text)


def moves_in(page: Page) -> list[str]:
    """The moves that the page's address names."""
    text = page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('m')")
    return text.split() if text else []


def card(page: Page, name: str) -> Locator:
    """A card that can be played or moved."""
    return page.locator(f'button.card[data-card="{name}"]')


def values_shown(page: Page) -> dict[str, int]:
    """The exact values in the list, by move, as soon as all are known."""
    rows = page.wait_for_function(EXACT_ROWS).json_value()
    return {move.removesuffix("*"): read_value(value) for move, value in rows}


EXACT_ROWS = """() => {
  const rows = [...document.querySelectorAll(".value-list li")];
  if (!rows.length || rows.some((row) => row.dataset.exact !== "true")) return null;
  return rows.map((row) => [row.querySelector(".move").innerText, row.querySelector(".value").innerText]);
}"""


def read_value(text: str) -> int:
    """A value as it is written: `+2`, `0`, `−1`."""
    return int(re.sub(r"[^\d+-]", "", text.replace("−", "-")))


def your_turn(page: Page) -> None:
    """Waits until the person is to move, or the hand is over."""
    page.wait_for_selector("#hint:not([disabled]), .ending, #alert:not(:empty)")
    alert = page.locator("#alert").inner_text()
    assert not alert, alert


def is_over(page: Page) -> bool:
    """The hand in training has ended."""
    return page.locator(".ending").count() > 0


def play_first(page: Page) -> None:
    """Plays the first card of the hand below, and the first capture where there are several."""
    first = page.locator(".seat-s button.card").first
    first.click(position={"x": 8, "y": 12})
    chosen = page.locator(".unfold button")
    if chosen.count():
        chosen.first.click()


def assert_fits(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Presses Tab until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
    raise AssertionError(f"no {selector} within {most} tabs")
