"""Cribbage terms that a reader can tap, in the lesson and at the table, on a phone and by keyboard."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page, without_pauses
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_term_of_the_lesson_is_explained_on_a_phone(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/learn#play")
        page.locator(".lesson-step.current").get_by_role("button", name="pone").tap()
        explanation = page.get_by_role("dialog", name="Pone")
        expect(explanation).to_contain_text("The player who isn’t dealing")
        assert_fits(page)
        page.locator("h1").tap(position={"x": 2, "y": 2})
        expect(explanation).to_be_hidden()
        page.locator(".lesson-step.current").get_by_role("button", name="pone").tap()
        with page.expect_popup() as opened:
            explanation.get_by_role("link", name="More in the rules").tap()
        expect(opened.value.locator("#term-pone")).to_be_in_viewport()


def test_the_log_explains_its_terms_to_a_keyboard_user(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        without_pauses(page)
        page.goto(server.url)
        page.get_by_role("button", name="Play Novice").first.click()
        page.wait_for_url("**/table/*")
        while wait_for_wanted_move(page) != "continue":
            play_one_step(page, touch=False)
        term = page.locator("#log").get_by_role("button", name="starter")
        expect(term).to_have_count(1)
        term.focus()
        page.keyboard.press("Enter")
        explanation = page.get_by_role("dialog", name="Starter")
        expect(explanation).to_be_focused()
        counted = page.locator("#log li").count()
        page.keyboard.press("Enter")  # would continue the game if the table's keys were active
        expect(page.locator("#continue")).to_be_visible()
        expect(page.locator("#log li")).to_have_count(counted)
        page.keyboard.press("Tab")
        expect(explanation.get_by_role("link")).to_be_focused()
        page.keyboard.press("Escape")
        expect(explanation).to_be_hidden()
        expect(term).to_be_focused()


def test_only_the_newest_occurrence_of_a_term_in_the_log_is_a_tab_stop(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{server.url}/learn")
        page.evaluate("document.querySelector('.step-words').replaceChildren()")
        words = page.locator(".step-words").first
        for line in ("Deal 1: your crib.", "You discard to the crib.", "Novice discards to the crib."):
            words.evaluate(
                "(node, line) => { const p = document.createElement('p'); p.append(line); node.append(p); }",
                line,
            )
        expect(words.locator(".term")).to_have_count(1)
        expect(words.locator("p").last.locator(".term")).to_have_text("crib")
        expect(words.locator("p").first).to_have_text("Deal 1: your crib.")
