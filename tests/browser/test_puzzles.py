"""Puzzles and card counting."""

from __future__ import annotations

import re

from scopone.puzzles import find, shipped

from .person import card, expect


def make(page, move) -> None:
    """Plays a move of the hand to move."""
    card(page, str(move.card)).click(position={"x": 10, "y": 10})
    choice = page.locator(f'.unfold button[data-move="{move}"]')
    if choice.count():
        choice.click()


def test_a_puzzle_is_solved(open_page, shot):
    page = open_page("#/puzzles")
    expect(page.locator(".puzzle-list li")).to_have_count(len(shipped()))
    puzzle = next(p for p in shipped() if p.steps == 2 and p.position.rules.players == 4)
    page.goto(f"{page.url.split('#')[0]}#/puzzles/{puzzle.id}")
    expect(page.locator(".task")).to_be_visible()
    shot(page, "puzzle")
    for number in range(0, len(puzzle.line), 2):
        make(page, puzzle.line[number])
        if number + 1 < len(puzzle.line):
            expect(page.locator(".answer.right")).to_contain_text("Right")
            seat = page.locator(".seat.turn button.card")
            expect(seat.first).to_be_visible()
    expect(page.locator(".answer")).to_contain_text("Solved")
    shot(page, "puzzle-solved")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(f'.puzzle-list a[href$="{puzzle.id}"] .tick')).to_be_visible()
    expect(page.locator(".mark b").first).to_have_text("1")


def test_a_wrong_move_is_told_with_the_right_one(open_page):
    puzzle = find(shipped()[0].id)
    wrong = next(m for m in puzzle.position.legal_moves if m != puzzle.line[0])
    page = open_page(f"#/puzzles/{puzzle.id}")
    make(page, wrong)
    expect(page.locator(".answer.wrong")).to_contain_text(str(puzzle.line[0]))
    page.click("#try-again")
    make(page, puzzle.line[0])
    expect(page.locator(".answer.right")).to_be_visible()


def test_puzzles_are_filtered_and_the_next_one_opens(open_page):
    page = open_page("#/puzzles")
    theme = shipped()[0].themes[0]
    page.locator("select").first.select_option(theme)
    wanted = [p for p in shipped() if theme in p.themes]
    expect(page.locator(".puzzle-list li")).to_have_count(len(wanted))
    page.click("#next-puzzle")
    expect(page.locator(".task")).to_be_visible()
    assert re.search(r"#/puzzles/\w+$", page.url)


def test_counting_is_asked_and_marked(open_page, shot):
    page = open_page("#/quiz", quizRounds=3)
    page.click("#start")
    expect(page.locator(".quiz-form fieldset").first).to_be_visible(timeout=30_000)
    asked = page.locator(".quiz-form fieldset").count()
    assert asked >= 3
    page.locator('.quiz-form input[type="checkbox"]').first.check()
    shot(page, "quiz")
    page.click("#quiz-mark")
    expect(page.locator(".result")).to_contain_text(re.compile(rf"of {asked}\b"))
    expect(page.locator("fieldset.right, fieldset.wrong")).to_have_count(asked)
