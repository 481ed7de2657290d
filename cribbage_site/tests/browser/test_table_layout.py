"""A table shows board, cards, prompt and hand together on every screen size."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import play_one_step, press_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page, without_pauses
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# Phones in landscape, and a laptop at 200%.
LOW = [(844, 390), (667, 375), (640, 360)]
LAPTOPS = [(1280, 720), (1440, 900)]
PHONES = [(390, 844), (360, 640)]

OUT_OF_VIEW = """(wanted) => wanted.filter((each) => {
    const { width, height, top, left, right, bottom } = document.querySelector(each).getBoundingClientRect();
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5;
    return !(width && height && isInside);
})"""
# The head of a peg with its rim.
PEG_DIAMETER = """() => {
    const ring = document.querySelector(".peg .ring");
    const scale = ring.getBoundingClientRect().width / ring.getBBox().width;
    return scale * (ring.getBBox().width + parseFloat(getComputedStyle(ring).strokeWidth));
}"""

WANTED = {
    "throw": ["#hand", "#prompt", "#board", "#centre", "#throw"],
    "play": ["#hand", "#prompt", "#board", "#centre"],
    "claim": ["#show", "#prompt", "#board", "#claim-button", ".pad"],
    "continue": ["#show", "#board", "#continue"],
    "result": ["#result-title", "#board", "#again"],
}


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def assert_in_view(page: Page, wanted: list[str]) -> None:
    for size in [*LOW, *LAPTOPS]:
        resize(page, size)
        assert page.evaluate(OUT_OF_VIEW, wanted) == [], size
        assert_fits(page)


def start_game_counted_by_hand(page: Page, server: Server) -> None:
    page.route(
        "**/play", lambda route: route.continue_(post_data=f"{route.request.post_data}&counting=manual")
    )
    page.goto(server.url)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/table/*")


def test_board_pile_prompt_and_hand_are_in_view_together_in_every_phase(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        without_pauses(page)
        start_game_counted_by_hand(page, server)
        waiting = dict(WANTED)
        del waiting["result"]
        while waiting:
            now = wait_for_wanted_move(page)
            if wanted := waiting.pop(now, None):
                assert_in_view(page, wanted)
            if now == "claim":
                play_one_step(page, touch=False, claim=4)
            else:
                press_one_step(page, now)
        while wait_for_wanted_move(page) == "continue":
            press_one_step(page, "continue")
        resize(page, LAPTOPS[0])
        page.locator("#resign").click()
        page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
        page.locator("#result").wait_for()
        assert_in_view(page, WANTED["result"])


def test_pegs_are_large_enough_to_see(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_game_counted_by_hand(page, server)
        page.wait_for_selector(".peg")
        for sizes, least in ((LAPTOPS, 14), (PHONES, 10), (LOW, 10)):
            for size in sizes:
                resize(page, size)
                assert page.evaluate(PEG_DIAMETER) >= least, size


def test_a_hand_is_counted_with_the_number_pad(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        without_pauses(page)
        start_game_counted_by_hand(page, server)
        while (now := wait_for_wanted_move(page)) != "claim":
            press_one_step(page, now)
        claim = page.locator("#claim-button")
        pad = page.get_by_role("group", name="Number pad")

        def tap(*digits: str) -> None:
            for digit in digits:
                pad.get_by_role("button", name=digit, exact=True).tap()

        tap("1", "2")
        expect(claim).to_have_text("Claim 12")
        tap("7")
        expect(claim).to_have_text("Claim 7")
        page.get_by_role("button", name="Erase").tap()
        expect(claim).to_be_disabled()
        tap("4", "1")
        expect(claim).to_have_text("Claim 1")
        expect(page.locator("#claim")).to_have_attribute("inputmode", "none")
        claim.tap()
        expect(page.locator("#log")).to_contain_text("You claim one for the hand.")
