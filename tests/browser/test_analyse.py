"""The analysis board, as a person uses it."""

from __future__ import annotations

import re

from scopone import Position, Rules, analyse
from scopone.examples import line

from ..webserver import wait_until_idle
from .person import analyse_address, card, expect, moves_in, position_in, read_value, values_shown

EXAMPLE = line("example")
SEVERAL = (  # two sixes, and each takes in three ways
    "scopone10 Ad4d4b6d6c/2b4s6bRcRb/2s5sFdCcRd/3b7d7cFbCd As2d3c4c5c7sFcCsRs 3d6sCb/AcAb2c3s5d5b7bFs 0-0 0:1"
)


def exact(position: Position, sign: int = 1) -> dict[str, int]:
    return {str(m.move): sign * m.value for m in analyse(position).moves}


def test_values_of_every_move_are_exact(open_page, shot):
    page = open_page(analyse_address(EXAMPLE))
    assert values_shown(page) == exact(Position.parse(EXAMPLE))
    best = page.locator(".seat-s .card.best")
    expect(best).to_have_count(1)
    expect(best).to_have_attribute("data-card", "4s")
    expect(best.locator(".value")).to_have_text("+2")
    shot(page, "analysis")


def test_values_are_for_the_side_below(open_page):
    page = open_page(analyse_address(EXAMPLE))
    values_shown(page)
    page.keyboard.press("f")
    expect(page.locator(".seat-w .who b")).to_have_text("South")
    assert values_shown(page) == exact(Position.parse(EXAMPLE), -1)


def test_a_click_plays_and_the_record_goes_back(open_page):
    page = open_page(analyse_address(EXAMPLE))
    card(page, "4s").click()
    expect(page.locator(".sheet .made")).to_have_text("4s")
    after = Position.parse(EXAMPLE).play("4s")
    assert values_shown(page) == exact(after)
    assert moves_in(page) == ["4s"]
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".seat-s.turn")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".seat-e.turn")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator(".sheet .made")).to_have_count(0)
    page.keyboard.press("Control+y")
    expect(page.locator(".sheet .made")).to_have_count(1)
    page.reload()  # the address shows it
    expect(page.locator(".sheet .made")).to_have_text("4s")
    assert position_in(page) == Position.parse(EXAMPLE)


def test_the_proving_line_is_played_out(open_page, shot):
    end = Position.parse(EXAMPLE)
    for move in ("4s", "7sx7d", "7b", "3b", "6bx6d", "3cx3b", "As", "AcxAs"):
        end = end.play(move)
    page = open_page(analyse_address(str(end)))
    value = max(values_shown(page).values())
    page.locator('[data-line="play"]').click()
    expect(page.locator(".values")).to_contain_text("The hand is over", timeout=30_000)
    position = position_in(page)
    for move in moves_in(page):
        position = position.play(move)
    assert position.is_over
    own, other = position.score().points
    assert own - other == value
    expect(page.locator(".graph .dot, .graph .turning")).to_have_count(len(moves_in(page)) + 1)
    shot(page, "line-played-out")


def test_captures_unfold_and_light_their_sets(open_page, shot):
    page = open_page(analyse_address(SEVERAL))
    position = Position.parse(SEVERAL)
    captures = [m for m in position.legal_moves if str(m.card) == "6d"]
    assert len(captures) > 1
    values_shown(page)
    card(page, "6d").click()
    choices = page.locator(".unfold button")
    expect(choices).to_have_count(len(captures))
    wanted = captures[1]
    choice = page.locator(f'.unfold button[data-move="{wanted}"]')
    choice.hover()
    lit = page.locator(".table-cards .lit")
    assert {c.get_attribute("data-card") for c in lit.all()} == {str(c) for c in wanted.captured}
    assert read_value(choice.locator(".value").inner_text()) == exact(position)[str(wanted)]
    shot(page, "captures")
    choice.click()
    expect(page.locator(".sheet .made")).to_have_text(re.compile(re.escape(str(wanted))))


def test_a_position_is_set_up_by_dragging_and_by_keys(open_page, shot):
    page = open_page(analyse_address(EXAMPLE))
    page.click("#set-up")
    tray = page.locator('[data-tray="hand1"]')
    card(page, "4s").drag_to(tray)
    expect(tray.locator("[data-card]")).to_have_count(7)
    expect(page.locator(".check")).to_have_class(re.compile("error"))
    expect(page.locator("[data-done]")).to_be_disabled()
    card(page, "3c").focus()
    page.keyboard.press("1")  # to the first tray, the hand of South
    expect(page.locator('[data-tray="hand0"] [data-card="3c"]')).to_be_visible()
    card(page, "6d").click()
    page.locator('[data-tray="pile0"] .tray-name').click()
    expect(page.locator(".check")).to_have_text("The position is valid.")
    shot(page, "set-up")
    page.click("[data-done]")
    expect(page.locator(".seat-s")).to_be_visible()
    expected = Position.parse(
        EXAMPLE.replace("4s6bFd", "3c6bFd").replace("3c4c4b", "4c4s4b").replace(" 6d7d ", " 7d ")
        .replace("5d7cRc", "5d6d7cRc")
    )  # fmt: skip
    assert values_shown(page) == exact(expected)
    assert position_in(page) == expected


def test_missing_cards_are_counted(open_page):
    page = open_page(analyse_address(EXAMPLE))
    page.click("#set-up")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".count.short")).to_have_text("40 cards are missing")
    expect(page.locator("[data-done]")).to_be_disabled()


def test_records_and_bad_texts_are_pasted(open_page):
    page = open_page(analyse_address(EXAMPLE))
    page.click("#paste")
    box = page.locator("dialog textarea")
    box.fill(EXAMPLE.replace("4s6b", "4s4s"))
    page.locator("dialog .primary").click()
    expect(page.locator("dialog .error")).to_contain_text("4s")
    box.fill(f'[Deal "{EXAMPLE}"]\n\n1. 4s 7sx7d {{the seven}} 7b\n')
    page.locator("dialog .primary").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".sheet .made")).to_have_text(["4s", "7sx7d", "7b"])
    assert moves_in(page) == ["4s", "7sx7d", "7b"]


def test_bounds_stream_and_a_search_is_stopped(open_page, served, shot):
    page = open_page("#/analyse", seconds=60)
    expect(page.locator(".seat-s .value.bounds").first).to_be_visible()
    expect(page.locator(".values .busy")).to_be_visible()
    shot(page, "searching")
    page.click("[data-stop]")
    expect(page.locator(".values .busy")).to_have_count(0)
    wait_until_idle(served)
    page.click("[data-go-on]")
    expect(page.locator(".values .busy")).to_be_visible()
    page.keyboard.press("a")  # analysis off
    expect(page.locator(".value-list")).to_have_count(0)
    wait_until_idle(served)


def test_language_deck_and_rules_are_chosen_and_remembered(open_page, shot):
    page = open_page(analyse_address(EXAMPLE))
    expect(page.locator("#set-up")).to_have_text("Set up")
    page.click('[data-language="it"]')
    expect(page.locator("#set-up")).to_have_text("Componi")
    assert page.locator("html").get_attribute("lang") == "it"
    expect(card(page, "Fd")).to_have_attribute("aria-label", re.compile("fante di denari"))
    page.click("#deck")
    expect(card(page, "Cd")).to_have_attribute("aria-label", re.compile("donna di quadri"))
    assert "/cards/french/" in card(page, "Cd").locator("img").get_attribute("src")
    values_shown(page)
    shot(page, "french-cards")
    page.click("#rules")
    page.locator("dialog input").fill("napola")
    expect(page.locator("dialog .rules-title")).to_have_text("scopone10+napola")
    page.locator("dialog .primary").click()
    expect(page.locator("#rules")).to_contain_text("scopone10 + napola")
    page.reload()
    expect(page.locator("#set-up")).to_have_text("Componi")
    expect(page.locator("#rules")).to_contain_text("napola")
    expect(page.locator("#deck")).to_contain_text("francesi")


def test_piles_tell_their_cards(open_page):
    page = open_page(analyse_address(EXAMPLE))
    page.locator(".pile").first.click()
    shown = page.locator("dialog .pile-cards .card")
    expect(shown).to_have_count(7)
    expect(page.locator("dialog h2")).to_have_text("Pile South–North: 7 cards, scope 1")


def test_the_position_is_shared(open_page):
    page = open_page(analyse_address(EXAMPLE, "4s 7sx7d"))
    expect(page.locator(".sheet .made")).to_have_count(2)
    page.click("#share")
    shown = page.locator("dialog pre").all_inner_texts()
    assert shown[0] == page.url
    assert Position.parse(shown[1]) == Position.parse(EXAMPLE).play("4s").play("7sx7d")
    assert "1. 4s 7sx7d" in shown[2]
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the picture").click()
    picture = saving.value.path().read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert picture.count("<svg") > 24  # every card lies in it


def test_rules_that_contradict_are_refused(open_page):
    page = open_page(analyse_address(EXAMPLE))
    page.click("#rules")
    page.locator("dialog input").fill("nonsense")
    expect(page.locator("dialog .error")).to_contain_text("nonsense")
    expect(page.locator("dialog .primary")).to_be_disabled()


def test_a_seed_deals_the_same_again(open_page):
    page = open_page("#/analyse", analysis=False)
    page.click("#deal")
    page.locator("dialog input").fill("7")
    page.get_by_role("button", name="Deal this seed").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("location.hash.includes('p=')")
    assert position_in(page) == Position.deal(Rules.preset("scopone10"), seed=7)


def test_bad_addresses_tell_what_is_wrong(open_page):
    page = open_page("#/analyse?p=scopone10+nonsense", analysis=False)
    expect(page.locator("#alert")).to_contain_text("position")
    expect(page.locator(".board")).to_be_visible()


def test_games_without_a_value_say_why(open_page):
    page = open_page("#/analyse", rules="scopa3")
    expect(page.locator(".values .quiet")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(3)
