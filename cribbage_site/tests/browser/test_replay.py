"""A finished game, replayed in a browser and reviewed."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import Played, come_as
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page

pytestmark = pytest.mark.slow


def come_back(page: Page, played: Played) -> None:
    """Open the game's table in the player's own browser."""
    url = played.player.url
    cookies = [{"name": name, "value": value, "url": url} for name, value in played.player.cookies.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.goto(f"{url}/table/{played.game}?pace=none")
    page.locator("#result").get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/game/{played.game}")
    expect(page.locator(".stride[data-stride=on]")).to_be_enabled()


HEIGHTS = """() => {
    window.heights = new Set();
    const look = ([{ target }]) => window.heights.add(target.getBoundingClientRect().height);
    new ResizeObserver(look).observe(document.getElementById("table"));
}"""


def test_a_game_is_replayed_with_the_arrow_keys(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        come_back(page, played)
        stops = int(page.locator(".scrubber").get_attribute("max") or 0)
        page.evaluate(HEIGHTS)
        for _ in range(stops):
            page.keyboard.press("ArrowRight")
        assert page.evaluate("window.heights.size") == 1, "the table keeps its size from move to move"
        mine, theirs = played.view["scores"]
        expect(page.locator("#ending-score")).to_have_text(f"{mine} – {theirs}")
        expect(page.locator("#seat-you [data-part=score]")).to_contain_text(str(mine))
        dealt = [card for six in played.view["open"]["dealt"] for card in six]
        expect(page.locator(".fan .card")).to_have_count(len(dealt))
        expect(page.locator("#moves [aria-current]")).to_have_count(1)

        page.keyboard.press("Home")
        expect(page.locator("#told")).to_contain_text("Cut for deal")
        page.keyboard.press("PageDown")
        expect(page.locator("body")).to_have_attribute("data-deal", "1")
        page.keyboard.press("t")
        expect(page.locator("#seat-them [data-part=name]")).to_have_text("You")
        page.locator("#moves .a-move").nth(8).click()
        page.wait_for_function("() => location.hash === '#9'")
        words = page.locator("#told").inner_text()
        page.reload()
        expect(page.locator("#told")).to_have_text(words)


def test_a_review_opens_at_the_costliest_mistake(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        come_as(played.player, page)
        page.goto(f"{played.player.url}/game/{played.game}?review#review")
        expect(page.locator("#judged")).to_be_visible(timeout=180_000)
        costliest = page.locator("#worst-list li").first
        expect(costliest).to_be_hidden()
        page.locator("#worst summary").click()
        expect(page.locator("#verdict-says")).to_contain_text(costliest.locator("p").inner_text())
        page.keyboard.press("Home")
        expect(page.locator("#told")).to_contain_text("Cut for deal")
        remark = page.locator("#coach-list li").filter(has=page.locator("a[href^='#']")).first
        move = remark.get_by_role("link", name="Look at deal")
        deal = move.inner_text().split()[-1]
        expect(remark).to_contain_text(f"deal {deal}")
        move.click()
        expect(page.locator("body")).to_have_attribute("data-deal", deal)
        expect(page.locator("#verdict-head")).to_contain_text("Your ")


def test_the_table_shows_the_coach_once_the_game_is_reviewed(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        come_as(played.player, page)
        page.goto(f"{played.player.url}/game/{played.game}?review#review")
        remarks = page.locator("#coach-list li")
        expect(remarks.first).to_be_visible(timeout=180_000)
        says = remarks.first.inner_text()
        page.goto(f"{played.player.url}/table/{played.game}?pace=none")
        told = page.locator("#result .coach li").first
        expect(told).to_have_text(says)
        told.get_by_role("link").first.click()
        page.wait_for_url(f"**/game/{played.game}#*")
