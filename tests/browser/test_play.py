"""Training: hands with hints, the clock, taking back; then the review."""

from __future__ import annotations

import re

import pytest

from .person import expect, is_over, play_first, your_turn


def start(page) -> None:
    page.click("#start")
    your_turn(page)


def test_a_hand_is_played_to_the_end_with_hints_and_reviewed(open_page, shot):
    page = open_page("#/play", opponents="principiante")
    start(page)
    hints = 0
    while not is_over(page):
        if hints < 2:
            page.click("#hint")
            expect(page.locator(".hint")).to_be_visible(timeout=60_000)
            best = page.locator(".hint .advice b").inner_text()
            assert page.locator(".estimates tbody tr").count() >= 1
            if not hints:
                shot(page, "hint")
            focused = page.evaluate("document.activeElement.dataset.card")
            assert best.startswith(focused)  # the hinted card is at hand
            hints += 1
        play_first(page)
        your_turn(page)
    expect(page.locator(".status")).to_contain_text(re.compile("Hand (won|lost|level)"))
    expect(page.locator(".sheet .made")).to_have_count(40)
    points = [int(cell) for cell in page.locator(".strip .total").all_inner_texts()]
    assert sum(points) >= 3  # cards or not, settebello and primiera are somebody's most of the time
    shot(page, "hand-over")
    page.click("#review")
    expect(page.locator(".marks .mark")).to_have_count(4, timeout=90_000)
    expect(page.locator(".sheet .made")).to_have_count(40)
    page.locator(".sheet .made").nth(20).click()
    expect(page.locator(".verdict-head")).to_be_visible()
    expect(page.locator(".costs dd")).to_have_count(2)  # open and fair, never mixed
    shot(page, "review")


def test_only_legal_moves_can_be_made(open_page):
    page = open_page("#/play")
    start(page)
    assert page.locator(".seat:not(.seat-s) button.card").count() == 0
    assert page.locator(".seat:not(.seat-s) [data-card]").count() == 0  # and the others' cards are not shown
    assert page.locator(".seat-s button.card").count() == page.locator(".seat-s .card").count()


def test_a_card_shows_what_it_takes(open_page):
    page = open_page("#/play")
    start(page)
    for _ in range(10):
        takes = page.locator('.seat-s button.card[aria-label*=" takes "]')
        if takes.count():
            name = takes.first.get_attribute("aria-label")
            takes.first.hover(position={"x": 8, "y": 12})
            lit = page.locator(".table-cards .lit")
            assert lit.count() >= 1
            assert all(c.get_attribute("aria-label") in name for c in lit.all())
            return
        play_first(page)
        your_turn(page)
    pytest.fail("nothing could be taken in a whole hand")


def test_taking_back_makes_it_practice(open_page):
    page = open_page("#/play")
    start(page)
    held = page.locator(".seat-s .card").count()
    play_first(page)
    your_turn(page)
    assert page.locator(".seat-s .card").count() == held - 1
    page.click("#undo")
    expect(page.locator(".status .tag")).to_have_text("practice")
    your_turn(page)
    assert page.locator(".seat-s .card").count() == held


def test_the_clock_plays_for_who_is_late(open_page):
    page = open_page("#/play", timer=10)
    page.clock.install()
    start(page)
    expect(page.locator(".clock")).to_be_visible()
    held = page.locator(".seat-s .card").count()
    page.clock.fast_forward(11_000)
    page.clock.run_for(2000)
    expect(page.locator(".seat-s .card")).to_have_count(held - 1)


def test_a_match_goes_on_with_the_next_hand(open_page):
    page = open_page("#/play", length="match", rules="scopa2", opponents="principiante")
    start(page)
    dealers = []
    for _ in range(2):
        dealers.append(page.locator(".seat-s .dealer").count())
        while not is_over(page):
            play_first(page)
            your_turn(page)
        expect(page.locator(".totals")).to_contain_text("Match to 11")
        page.click("#next-hand")
        your_turn(page)
    assert sorted(dealers) == [0, 1]  # the deal goes round


def test_a_quiz_asks_what_is_out_in_the_hand_that_is_played(open_page):
    page = open_page("#/play", language="it")
    start(page)
    play_first(page)
    your_turn(page)
    page.keyboard.press("q")
    expect(page.locator(".quiz-form fieldset").first).to_be_visible()
    page.keyboard.press("l")  # the questions come again, in English
    expect(page.locator(".quiz-form legend").first).to_contain_text(re.compile("^1. (Which|How many)"))
    page.click('nav a[href="#/play"]')  # the hand waits
    your_turn(page)


def test_two_decks_and_languages_while_playing(open_page):
    page = open_page("#/play")
    start(page)
    page.keyboard.press("l")
    expect(page.locator("#hint")).to_have_text("Suggerimento")
    page.click("#deck")
    assert "/cards/french/" in page.locator(".seat-s .card img").first.get_attribute("src")
    play_first(page)
    your_turn(page)
