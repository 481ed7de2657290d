"""A visitor watches a night of twelve players on a laptop and on a phone."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.chaos.database import query
from bench.events.crowd import Wanted
from bench.events.evening import Evening, Pace, play_evening
from cribbage_site.tests.browser.visitors import PHONE, visitor_page
from cribbage_site.tests.server_process import Server
from tests.worlds.evenings import check_record, fill

pytestmark = pytest.mark.slow

PLAYERS, GAMES = 12, 2
LAPTOP = {"viewport": {"width": 1440, "height": 900}}


def play(server: Server, made: dict[str, Any]) -> Evening:
    tables = PLAYERS * GAMES // 2
    pace = Pace(move=0.2)
    return asyncio.run(play_evening([server.port], made["event"], made["cookies"], tables, pace))


def watch(page: Page) -> None:
    """See four games going on by themselves, and the closest of them marked."""
    tiles = page.locator("#games > li")
    expect(tiles).to_have_count(4, timeout=30_000)
    expect(tiles.nth(3).locator(".board")).to_be_attached()
    scores = page.locator("#games .mat-player strong")
    before = scores.all_text_contents()
    expect(scores.filter(has_text="0").first).to_be_attached()
    page.wait_for_function(
        "(before) => [...document.querySelectorAll('#games .mat-player strong')]"
        ".map((node) => node.textContent).join() !== before",
        arg=",".join(before),
    )
    expect(page.locator("#games > [data-followed]")).to_have_count(1, timeout=60_000)
    expect(page.locator("#games-closest")).to_contain_text("The closest game: ")


def assert_follows_by_scrolling(page: Page) -> None:
    """See the closest game in the middle of the phone, until the visitor swipes."""
    page.wait_for_function(
        """() => {
            const tile = document.querySelector("#games > [data-followed]");
            const list = document.getElementById("games");
            return tile && Math.abs(tile.offsetLeft - list.offsetLeft - list.scrollLeft) < 20;
        }""",
        timeout=60_000,
    )
    expect(page.get_by_label("Follow the closest game")).to_be_checked()
    page.locator("#games").dispatch_event("pointerdown")
    expect(page.get_by_label("Follow the closest game")).not_to_be_checked()


def test_a_night_is_watched_live(own_server: Server, chromium: Browser):
    made = fill(own_server, Wanted(players=PLAYERS, games=GAMES, starts_in=2))
    address = f"{own_server.url}/events/{made['event']}"
    with ThreadPoolExecutor(1) as pool:
        evening: Future[Evening] = pool.submit(play, own_server, made)
        with (
            visitor_page(chromium, **LAPTOP) as laptop,
            visitor_page(chromium, **PHONE) as phone,
        ):
            laptop.goto(address)
            phone.goto(address)
            watch(laptop)
            watch(phone)
            assert_follows_by_scrolling(phone)
            evening.result(timeout=300)
            expect(laptop.locator("#games-panel")).to_be_hidden(timeout=30_000)
    assert len(query(own_server.environment, "SELECT 1 FROM events_pairing")) == PLAYERS * GAMES // 2
    check_record(own_server)
