"""A daily game ends at ○: its secrets come hours before its decks, time for the server to try others."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page, without_pauses
from cribbage_site.tests.server_process import Server
from tests.worlds.daily import PATIENCE, MovedClock, ask
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow

HAS_REVEALED = """async () => {
    const { decks } = document.querySelector("[data-decks]").dataset;
    return (await (await fetch(`/api/decks/${decks}`)).json()).revealed;
}"""


def test_a_daily_ends_at_a_ring_with_and_without_a_part_in_its_decks(
    chromium: Browser, tmp_path: Path
) -> None:
    clock = MovedClock(tmp_path)
    with Server(clock.environment) as server, visitor_page(chromium, **DESKTOP) as page:
        without_pauses(page)
        site = Visitor(server.url)
        first = play_today(page, site, clock.now().date())
        wait_until(page, lambda: page.evaluate(HAS_REVEALED))  # its part of the second day's decks
        clock.pass_midnight()
        second = play_today(page, site, clock.now().date())
        clock.pass_midnight()
        expect(sign_of(page, site, first)).to_have_attribute("data-mark", "unvouched")
        sign = sign_of(page, site, second)
        expect(sign).to_have_attribute("data-mark", "unvouched")
        page.goto(f"{server.url}/game/{second}/deals")
        expect(page.locator(".verdict h2")).to_contain_text("○")


def play_today(page: Page, site: Visitor, day: date) -> str:
    """Play a deal of the day's game, and resign. Return the game, whose decks others still play."""
    is_open = {"day": day.isoformat(), "open": True}
    wait_until(page, lambda: is_open.items() <= (ask(site, "/api/daily") or {}).items())
    page.goto(f"{site.url}/daily")
    page.locator("[data-test='play-daily']").click()
    page.wait_for_url("**/table/*")
    while page.locator("body").get_attribute("data-deal") != "2":
        wait_for_wanted_move(page)
        play_one_step(page, touch=False)
    page.locator("#resign").click()
    page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("[data-test='open-board']")).to_be_visible()
    expect(page.locator("#fair-mark")).to_have_attribute("data-mark", "none")
    return page.url.rpartition("/")[2].partition("?")[0]


def sign_of(page: Page, site: Visitor, game: str) -> Locator:
    """Open a game once its day is over. Return the sign at its table."""
    wait_until(page, lambda: ask(site, f"/api/games/{game}/transcript"))
    page.goto(f"{site.url}/table/{game}")
    return page.locator("#fair-mark")


def wait_until(page: Page, holds: Callable[[], object]) -> None:
    by = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < by, "it never came to that"
        page.wait_for_timeout(500)
