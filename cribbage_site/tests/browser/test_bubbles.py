"""The speech bubbles cover no name, score or card, on any screen."""

import pytest
from playwright.sync_api import Browser, Page

from cribbage_site.tests.browser.moves import (
    play_one_step,
    press_one_step,
    start_bot_game,
    wait_for_wanted_move,
)
from cribbage_site.tests.browser.players import Played, come_as
from cribbage_site.tests.browser.visitors import DESKTOP, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

SIZES = [(1440, 900), (1280, 720), (844, 390), (667, 375), (390, 844), (360, 640)]
WORDS = ("Fifteen for two, and a run of three", "Good luck, and may the cards be kind to both of us tonight!")

# Both players say something. Returns what their bubbles cover, and bubbles that can't be seen.
COVERED_SCRIPT = """(words) => {
    const bubbles = [...document.querySelectorAll("[data-part=bubble]")];
    for (const bubble of bubbles) {
        bubble.hidden = false;
        bubble.textContent = words;
    }
    const wanted = ".who [data-part=name], .score, .card, .show-title, .show-total, .clock, .prompt";
    const isDrawn = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const drawn = [...document.querySelectorAll(wanted)].filter(isDrawn);
    const boxes = drawn.map((node) => [node, node.getBoundingClientRect()]);
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    return bubbles.flatMap((bubble) => {
        const said = bubble.getBoundingClientRect();
        const met = boxes.filter(([, box]) => meet(said, box));
        const covered = met.map(([node]) => node.outerHTML.slice(0, 60));
        return said.width < 60 || said.height < 12 ? [...covered, "cannot be read"] : covered;
    });
}"""


def assert_nothing_is_covered(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for words in WORDS:
            assert page.evaluate(COVERED_SCRIPT, words) == [], (width, height, words)
        assert_fits(page)


def test_bubbles_at_the_table(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_bot_game(page, server)
        wait_for_wanted_move(page)
        assert_nothing_is_covered(page)
        for _ in range(3):
            press_one_step(page, wait_for_wanted_move(page))
        assert_nothing_is_covered(page)
        while wait_for_wanted_move(page) != "continue":
            play_one_step(page, touch=False)
        assert_nothing_is_covered(page)


def test_bubbles_in_a_replay(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        come_as(played.player, page)
        page.goto(f"{played.player.url}/game/{played.game}")
        page.locator("#told:not(:empty)").wait_for()
        for _ in range(6):
            page.keyboard.press("ArrowRight")
        assert_nothing_is_covered(page)
