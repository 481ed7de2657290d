"""The leaderboard updates while a player reads it."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import run_in_thread
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import PASSWORD, Visitor, connect_player

pytestmark = pytest.mark.slow


SOON = 8_000


MOVING = "document.querySelector('#top tbody').getAnimations({ subtree: true }).length"


def lose_as(name: str, ladder_server: Server) -> None:
    """Resign a rated game with Novice after one deal was counted."""

    async def play() -> None:
        player = Visitor(ladder_server.url)
        player.log_in(name)
        async with connect_player(player, player.new_game("novice", rated=True)) as person:
            await person.play_to_deal(2)
            await person.resign()

    run_in_thread(play())


def look(page: Page, ladder_server: Server, path: str) -> None:
    page.goto(f"{ladder_server.url}{path}")
    page.wait_for_selector("#line[data-line=open]")


def test_the_list_updates_while_it_is_open(ladder_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.emulate_media(reduced_motion="no-preference")
        look(page, ladder_server, "/ladder?kind=house")
        rows, ann = page.locator("#top tbody tr"), page.locator("#top tr[data-key=Ann]")
        expect(rows.first).to_have_attribute("data-key", "Ann")
        ann.evaluate("row => { row.isTheSame = true; row.querySelector('a').focus(); }")
        page.evaluate(f"window.moved = 0; setInterval(() => (window.moved = Math.max(moved, {MOVING})), 20)")
        lose_as("Ann", ladder_server)
        expect(rows.first).to_have_attribute("data-key", "Filler-00-of-the-sixty", timeout=SOON)
        expect(ann.locator(".rank")).to_have_text("5")
        expect(ann.locator(".points")).to_have_text("1484")
        expect(ann.locator("time")).to_have_text("just now")
        assert ann.evaluate("row => row.isTheSame"), "it was moved, not made again"
        page.wait_for_function("() => moved > 0")
        page.emulate_media(reduced_motion="reduce")
        page.wait_for_function(f"() => {MOVING} === 0")
        page.evaluate("moved = 0")
        lose_as("Ann", ladder_server)
        expect(ann.locator(".points")).to_have_text("1464", timeout=SOON)
        assert page.evaluate("moved") == 0


def test_a_player_below_the_top_fifty_sees_themselves_among_neighbors(
    ladder_server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{ladder_server.url}/accounts/login/")
        page.locator("[name=login]").fill("Bea")
        page.locator("[name=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: "login" not in url)
        look(page, ladder_server, "/ladder?kind=house")
        mine = page.locator("#mine")
        number = mine.locator("h2").inner_text()
        expect(mine.locator("tbody tr")).to_have_count(7)
        expect(mine.locator("tr.mine .points")).to_have_text("1219")
        assert_fits(page)
        lose_as("Bea", ladder_server)
        expect(mine.locator("tr.mine .points")).to_have_text("1209", timeout=15_000)
        assert mine.locator("h2").inner_text() != number
        page.get_by_role("link", name="People", exact=True).click()
        expect(mine).to_contain_text("You’re not ranked yet: finish 5 more rated games.")
