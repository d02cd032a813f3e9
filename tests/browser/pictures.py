"""The pictures of the README, taken from the page as it is: `python -m tests.browser.pictures`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import sync_playwright

from scopone import Position, Rules
from scopone.examples import line
from scopone.host import play_deal
from scopone.players import make_player
from scopone.web import Settings

from ..webserver import serving
from .conftest import CHROMIUM, LAPTOP, PHONE
from .person import analyse_address, open_at, values_shown

DOCS = Path(__file__).parents[2] / "docs"
SEED = 3


def review_address() -> str:
    """A hand that two pairs of different strength play."""
    deal = Position.deal(Rules.preset("scopone10"), seed=SEED)
    strong, weak = make_player("chitarrella"), make_player("greedy:slips=0.3")
    moves = " ".join(map(str, play_deal(deal, [strong, weak, strong, weak], SEED).moves))
    return f"#/review?p={quote(str(deal))}&m={quote(moves)}"


def main() -> None:
    """Writes all pictures."""
    DOCS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Settings(progress=Path(folder, "progress.sqlite3"), memory_mib=64)) as served,
        sync_playwright() as driver,
    ):
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=sandbox)

        _, page = open_at(browser, served.url, analyse_address(line("example")), viewport=LAPTOP)
        values_shown(page)
        page.locator('button.card[data-card="6b"]').hover()
        page.wait_for_timeout(300)
        page.screenshot(path=DOCS / "analysis.png")

        _, page = open_at(browser, served.url, review_address(), viewport=LAPTOP, dark=True)
        page.wait_for_selector(".marks .mark", timeout=300_000)
        page.click("#next-turning")
        page.wait_for_timeout(300)
        page.screenshot(path=DOCS / "review.png")

        address = analyse_address(line("keep-the-settebello"))
        _, page = open_at(browser, served.url, address, viewport=PHONE, deck="french", touch=True)
        values_shown(page)
        page.screenshot(path=DOCS / "phone.png")
        browser.close()


if __name__ == "__main__":
    main()
