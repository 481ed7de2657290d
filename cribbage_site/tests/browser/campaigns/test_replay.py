"""A review arrives while the reader waits, and guides a watcher to the mistakes of both players."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import Played
from cribbage_site.tests.browser.test_replay import come_back
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page

pytestmark = pytest.mark.slow


# A low-priority process computes a review. On a busy machine it gets little time.
PATIENCE = 180_000


FAULTS = {"inaccuracy", "mistake", "blunder"}


def walk_through_mistakes(page: Page) -> int:
    """Go from the beginning of the game to every mistake that the button leads to."""
    page.locator("[data-stride=first]").dispatch_event("click")
    places = []
    while page.locator("#next-fault:not([aria-disabled])").count():
        page.locator("#next-fault").click()
        places.append(page.locator(".scrubber").input_value())
    assert places == sorted({*places}, key=int)
    return len(places)


def test_a_review_arrives_while_the_player_waits(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        come_back(page, played)
        page.get_by_role("button", name="Review this game").tap()
        expect(page.locator("#judged")).to_be_visible(timeout=PATIENCE)
        assert_fits(page)
        expect(page.locator("#curve svg")).to_have_attribute(
            "aria-label", re.compile("winning chance started at")
        )
        figures = page.locator(".waterfall .by").all_inner_texts()
        start, *parts, result = [round(10 * float(each.replace("−", "-"))) for each in figures]
        assert start + sum(parts) == result == (1000 if played.view["winner"] == 0 else 0)
        page.locator("#curve").tap(position={"x": 300, "y": 60})
        assert page.evaluate("Number(document.querySelector('.scrubber').value)") > 10
        page.keyboard.press("Home")
        if page.locator("#next-fault:not([aria-disabled])").count():
            page.locator("#next-fault").tap()
            expect(page.locator("#verdict-says")).to_contain_text("Advanced would")
            expect(page.locator("#verdict-lines .made")).to_have_count(1)
        found = page.evaluate(f"fetch('/api/games/{played.game}/review').then((answer) => answer.json())")
        faults = [each["seat"] for each in found["review"]["decisions"] if each["grade"] in FAULTS]
        seat = int(page.locator("#table").get_attribute("data-seat") or -1)
        assert 0 < faults.count(seat) < len(faults)
        expect(page.locator("#worst-list li")).to_have_count(min(faults.count(seat), 3))
        page.locator("#worst summary").tap()
        page.locator("#worst-list a").first.tap()
        expect(page.locator("#verdict-head")).to_contain_text("Your ")
        expect(page.locator("#verdict-says")).to_contain_text(
            page.locator("#worst-list p").first.inner_text()
        )
        assert walk_through_mistakes(page) == faults.count(seat), "the way leads to mine alone at first"
        page.get_by_label("Mine only").uncheck()
        assert walk_through_mistakes(page) == len(faults)


def test_a_watcher_is_guided_to_the_mistakes_of_both(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{played.player.url}/game/{played.game}?review#review")
        expect(page.locator("#judged")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#mine-only")).to_be_hidden()
        expect(page.locator("#worst")).to_be_hidden()
        marks = page.locator("#curve .mark").count()
        assert walk_through_mistakes(page) == marks
