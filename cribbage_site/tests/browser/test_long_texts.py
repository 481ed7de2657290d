"""With texts longer than the English, no page overflows and no button clips its text."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.players import Played, come_as
from cribbage_site.tests.browser.visitors import visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


# Finds words of choices that break over two lines.
BROKEN_WORDS = """() => [...document.querySelectorAll(".choice > span:not(.swatch)")].flatMap((label) => {
    const range = document.createRange();
    return [...label.firstChild.data.matchAll(/[^ -]+/g)].filter(({ index, 0: word }) => {
        range.setStart(label.firstChild, index);
        range.setEnd(label.firstChild, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(([word]) => word);
})"""

# Finds texts clipped by an ellipsis that are not only for screen readers.
CUT_BY_ELLIPSIS = """(nodes) => nodes
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)"""


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_no_choice_of_the_settings_breaks_a_word(
    server: Server, chromium: Browser, played: Played, locale: str
) -> None:
    with visitor_page(chromium, locale=locale) as page:
        come_as(played.player, page)
        for path, opener in (("/settings", ""), (f"/table/{played.game}?pace=none", "#settings-button")):
            page.goto(f"{server.url}{path}")
            if opener:
                page.locator(opener).click()
            expect(page.locator(".looks .choice").first).to_be_visible()
            for width, height in ((1440, 900), (1024, 768), (768, 1024), (844, 390), (390, 844), (360, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(BROKEN_WORDS) == [], (path, width)


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_the_header_on_a_phone_has_room_for_its_menu_while_the_page_connects(
    server: Server, chromium: Browser, played: Played, locale: str
) -> None:
    for visitor in (None, played.player):
        with visitor_page(chromium, locale=locale) as page:
            if visitor:
                come_as(visitor, page)
            page.route_web_socket("**/ws/lobby", lambda socket: None)  # sends nothing
            page.goto(server.url)
            expect(page.locator("#line")).to_have_attribute("data-line", "connecting")
            page.evaluate("document.fonts.ready.then(() => null)")  # other fonts are wider
            for width in (600, 390, 360, 320):
                page.set_viewport_size({"width": width, "height": 844})
                expect(page.locator("#line .line-dot")).to_be_visible()
                cut = ".site-head .line-says"
                assert page.locator(cut).evaluate_all(CUT_BY_ELLIPSIS) == [], (page.url, width)
