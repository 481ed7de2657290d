"""The bar with its five sections on a desktop and on a phone, what is on now, and the pages behind them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import start_bot_game
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, visitor_page
from cribbage_site.tests.browser.walk import ALL_BUT_CONTRAST, CONTRAST, walking
from cribbage_site.tests.browser.walk import PHONE as PHONE_SIZE
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

SECTIONS = {
    "Daily": ("/daily", "Today’s cards"),
    "Events": ("/events", "Events"),
    "Improve": ("/improve", "Improve your game"),
    "Ladder": ("/ladder", "The ladder"),
    "Play": ("/", "Cribbage with decks that you can check"),
}
PAGES = ("/", "/daily", "/events", "/events/past", "/seasons", "/clubs", "/improve", "/ladder", "/strength")
# An evening that is running and too late to join, with one table, and one to come.
EVENINGS = """
from datetime import timedelta
from common import clock
from game.models import Game
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due
from tournaments.events.manage import entering
from tournaments.events.models import Event
entering.GAMES_BEFORE = 0
late = announce()
enter_all(late, players(2, "E"))
steps_until_nothing_is_due(late)
Event.objects.filter(pk=late.pk).update(closes_at=clock.now() + timedelta(minutes=20))
# Its players don't come, and a busy machine takes longer than they have.
Game.objects.exclude(deadline=None).update(deadline=clock.milliseconds() + 3_600_000)
coming = announce(minutes_ahead=200)
print(late.pk, coming.pk)
"""
THROW = "from tests.worlds.throws import create_throw; create_throw()"


def bar(page: Page) -> dict[str, float]:
    """Return the place of the bar in its window."""
    box = page.locator(".site-nav").bounding_box()
    assert box is not None
    return {"top": box["y"], "bottom": box["y"] + box["height"], **box}


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_one_tap_leads_from_any_page_to_each_section(
    server: Server, chromium: Browser, device: dict[str, object]
) -> None:
    with visitor_page(chromium, **device) as page:
        page.goto(f"{server.url}/privacy")
        expect(page.locator(".site-nav [aria-current]")).to_have_count(0)
        for name, (path, heading) in SECTIONS.items():
            page.locator(".site-nav").get_by_role("link", name=name, exact=True).click()
            page.wait_for_url(f"{server.url}{path}")
            expect(page.get_by_role("heading", level=1)).to_have_text(heading)
            expect(page.locator(".site-nav [aria-current]")).to_have_text(name)


def test_on_a_phone_the_bar_is_at_the_bottom_and_covers_nothing(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/ladder")
        assert bar(page)["bottom"] == 740
        assert bar(page)["width"] == 360
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        last = page.locator(".site-foot a").last
        expect(last).to_be_in_viewport(ratio=1)
        box = last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar(page)["top"]


def test_a_table_on_a_phone_has_the_sections_in_its_menu_instead(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        start_bot_game(page, server)
        expect(page.locator(".site-nav")).to_be_hidden()
        page.locator(".site-menu summary").tap()
        links = page.locator(".links-at-table a")
        expect(links).to_have_text(["Play", "Daily", "Events", "Improve", "Ladder"])
        links.nth(4).tap()
        page.wait_for_url("**/ladder")


def test_an_event_that_is_running_is_on_the_front_page_with_the_next_one(
    own_server: Server, chromium: Browser
) -> None:
    late, coming = own_server.manage("shell", "-v", "0", "-c", EVENINGS).split()[-2:]
    with visitor_page(chromium, **PHONE) as page:
        page.goto(own_server.url)
        expect(page.locator("body")).to_have_attribute("data-lobby", "live")
        line = page.locator("#next-event")
        expect(line).to_contain_text("Friday night")
        expect(line).to_contain_text("running now")
        expect(line).to_contain_text("1 table")
        expect(page.locator("#coming")).to_contain_text("starts in 3 h")
        expect(page.locator("#coming a")).to_have_attribute("href", f"/events/{coming}")
        line.get_by_role("link", name="Watch").tap()
        page.wait_for_url(f"**/events/{late}")
        expect(page.locator("#tables li")).to_have_count(1)


def test_the_discard_of_the_day_is_one_tap_from_the_daily_page(own_server: Server, chromium: Browser) -> None:
    own_server.manage("shell", "-v", "0", "-c", THROW)
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{own_server.url}/daily")
        expect(page.locator(".stage .chip")).to_have_count(6)
        page.get_by_role("link", name="Which two?").tap()
        page.wait_for_url("**/throw")
        expect(page.get_by_role("heading", level=1)).to_have_text("Discard of the day")


def test_the_pages_of_the_sections_are_accessible_by_day_and_by_night(
    server: Server, chromium: Browser
) -> None:
    with walking(chromium, server, PHONE_SIZE) as walk:
        for path in PAGES:
            walk.go(path)
            walk.load_axe()
            walk.ask_axe(ALL_BUT_CONTRAST, "on a phone")
            for scheme in ("light", "dark"):
                walk.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                walk.ask_axe(CONTRAST, scheme)
