"""Break the generator of 1999 in the lab with six cards."""

import re

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.test_break_shuffle import open_lab
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_six_cards_of_the_server_are_enough_on_a_phone(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        open_lab(page, server)
        part = page.locator("#break")
        expect(part.get_by_role("button", name="Break it")).to_be_disabled()
        part.get_by_label("I deal").tap()
        part.get_by_role("button", name="Deal me six").tap()
        expect(page.locator("#break-mine [role=img]")).to_have_count(6)
        assert_fits(page)
        part.get_by_role("button", name="Break it").tap()
        verdict = page.locator("#break-verdict")
        expect(verdict).to_contain_text("✓")
        expect(verdict).to_contain_text("All 104 cards match the search")
        expect(page.locator("#break-stages li").first).to_have_text(re.compile("^after the .+: [0-9,]+$"))
        expect(page.locator(".break-state.right")).to_have_count(1)
        page.locator(".break-state.right summary").tap()
        expect(page.locator(".break-state.right .break-card")).to_have_count(104)
        assert_fits(page)


def test_the_visitors_own_six_cards_are_picked_by_keyboard(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        open_lab(page, server)
        page.get_by_text("Or pick six cards of your own").focus()
        page.keyboard.press("Enter")
        for card in ("9C", "3H", "3S", "TS", "2H", "QS", "4H"):
            page.locator(f"#break-picks [data-card='{card}']").focus()
            page.keyboard.press("Enter")
        expect(page.locator("#break-order")).to_have_text("9♣ 3♥ 3♠ 10♠ 2♥ Q♠ 4♥")
        page.get_by_role("button", name="Break it").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#break-says")).to_contain_text("One of the 4,294,967,296 states")
        expect(page.locator(".break-state")).to_contain_text(
            "The dealer holds 6♥ 7♥ K♦ 4♠ 7♦ J♥; the starter is the four of hearts."
        )
        expect(page.locator("#break-theirs [role=img]").first).to_have_attribute(
            "aria-label", "six of hearts"
        )
        page.locator("#break-picks [data-card='4H']").press("Enter")
        expect(page.locator("#break-left")).to_have_text("4,294,967,296")
        expect(page.locator("#break-found")).to_be_empty()


def test_the_search_of_a_whole_day_shows_progress_and_stops(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        open_lab(page, server)
        clock = page.locator("#clock")
        clock.get_by_label("Milliseconds to try").select_option(label="the whole day")
        clock.get_by_role("button", name="Deal me six").click()
        expect(page.locator("#clock-left")).to_have_text("86,400,000")
        clock.get_by_role("button", name="Find the rest").click()
        expect(page.get_by_role("progressbar", name="How far the search is")).to_be_visible()
        page.wait_for_function("() => document.getElementById('clock-progress').value > 0")
        clock.get_by_role("button", name="Stop").click()
        expect(page.locator("#clock-says")).to_have_text("Stopped.")
        expect(clock.get_by_role("button", name="Find the rest")).to_be_focused()
        expect(page.get_by_role("progressbar", name="How far the search is")).to_be_hidden()
