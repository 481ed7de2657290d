"""A visitor watches a night of twelve on a laptop and on a phone, and looks back at it in the archive."""

import asyncio
import time
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.chaos.database import query
from bench.events.crowd import Wanted
from cribbage_site.tests.browser.visitors import PHONE, visitor_page
from cribbage_site.tests.server_process import Server
from tests.worlds.evenings import check_record, fill, set_times
from tests.worlds.live_evening import Evening, Pace, play_evening

pytestmark = pytest.mark.slow

PLAYERS, GAMES = 12, 2
WHOLE_NIGHT = 300_000  # no game is followed before it is well under way, and a busy machine plays slowly
LAPTOP = {"viewport": {"width": 1440, "height": 900}}


def play(server: Server, made: dict[str, Any]) -> Evening:
    tables = PLAYERS * GAMES // 2
    pace = Pace(move=0.2)
    return asyncio.run(play_evening([server.port], made["event"], made["cookies"], tables, pace))


def watch(*pages: Page) -> None:
    """See four games going on by themselves, and the closest of them marked, on all pages at once."""
    for page in pages:
        tiles = page.locator("#games > li")
        expect(tiles).to_have_count(4)
        expect(tiles.nth(3).locator(".board")).to_be_attached()
    for page in pages:
        scores = page.locator("#games .mat-player strong")
        expect(scores.filter(has_text="0").first).to_be_attached()
        page.wait_for_function(
            "(before) => [...document.querySelectorAll('#games .mat-player strong')]"
            ".map((node) => node.textContent).join() !== before",
            arg=",".join(scores.all_text_contents()),
        )
    for page in pages:
        expect(page.locator("#games > [data-followed]")).to_have_count(1, timeout=WHOLE_NIGHT)
        expect(page.locator("#games-closest")).to_contain_text("The closest game: ")


def assert_follows_by_scrolling(page: Page) -> None:
    """See the closest game in the middle of the phone, until the visitor swipes."""
    page.wait_for_function(
        """() => {
            const tile = document.querySelector("#games > [data-followed]");
            const list = document.getElementById("games");
            return tile && Math.abs(tile.offsetLeft - list.offsetLeft - list.scrollLeft) < 20;
        }""",
        timeout=WHOLE_NIGHT,
    )
    expect(page.get_by_label("Follow the closest game")).to_be_checked()
    page.locator("#games").dispatch_event("pointerdown")
    expect(page.get_by_label("Follow the closest game")).not_to_be_checked()


def end(server: Server) -> None:
    """Close the event for new games, and wait until it is over."""
    set_times(server, only_event(server), closes_at=datetime.now(UTC))
    give_up_at = time.monotonic() + 120
    while query(server.environment, "SELECT 1 FROM events_event WHERE due_at IS NOT NULL"):
        assert time.monotonic() < give_up_at
        time.sleep(0.2)


def only_event(server: Server) -> str:
    (row,) = query(server.environment, "SELECT id FROM events_event")
    return str(row["id"])


def look_back(page: Page, address: str, name: str) -> None:
    """Follow the links from the event to its turning points, to the winners, and to a player's opponents."""
    page.goto(address)
    page.get_by_role("link", name="The turning points").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The turning points")
    page.goto(f"{address.partition('/events/')[0]}/events/past")
    page.get_by_role("link", name="Winners").click()
    winner = page.locator(".order tbody a").first
    expect(winner).to_be_visible()
    winner.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Events of ")
    page.get_by_role("link", name="Record against each opponent").click()
    expect(page.locator(".record tbody tr").first).to_be_visible()
    assert name.rpartition("-")[0] in page.content()


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
            watch(laptop, phone)
            assert_follows_by_scrolling(phone)
            phone.goto("about:blank")  # otherwise two pages draw the rest of the night
            evening.result(timeout=300)
            expect(laptop.locator("#games-panel")).to_be_hidden()
            end(own_server)
            for page in (laptop, phone):
                look_back(page, address, made["names"][0])
    assert len(query(own_server.environment, "SELECT 1 FROM events_pairing")) == PLAYERS * GAMES // 2
    check_record(own_server)
