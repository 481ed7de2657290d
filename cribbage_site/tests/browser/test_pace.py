"""A whole game with a bot needs few clicks and little waiting, and a player can hold what they read."""

import json
from collections import Counter
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from cribbage_site.tests.browser.moves import WANTED_MOVE_SCRIPT
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

USUAL_DEALS = 9  # of a game to 121 with Novice
TICK = 100  # milliseconds; each wait is rounded up to it
BY_ITSELF = {"continue", "go"}
ASKS, ANSWERS = {"move", "receipts"}, {"ack", "refused", "receipts"}
LONG_LOOK = 10_000  # at a great hand, which waits for a click

# Keeps the four cards that count most, and plays the first card that fits. Returns the number of clicks.
CLICK_SCRIPT = """async (wanted) => {
    const click = (...nodes) => (nodes.forEach((node) => node.click()), nodes.length);
    const cards = [...document.querySelectorAll(".own")];
    if (wanted === "play") return click(...cards.filter((card) => card.matches(".open")).slice(0, 1));
    const { combinations, scoreFour } = await import("/static/js/game/engine/scoring.js");
    const parts = (four) => scoreFour(four.map((card) => card.dataset.card));
    const worth = (four) => parts(four).reduce((sum, { points }) => sum + points, 0);
    const [kept] = combinations(cards, 4).sort((one, other) => worth(other) - worth(one));
    return click(...cards.filter((card) => !kept.includes(card)), document.getElementById("throw"));
}"""


OWN_CARDS = "document.querySelectorAll('.own').length"


def click(page: Page, wanted: str) -> int:
    """Make a move, and wait until the page shows it. Return the number of clicks."""
    before = page.evaluate(OWN_CARDS)
    clicks = int(page.evaluate(CLICK_SCRIPT, wanted))
    until = monotonic() + PATIENCE
    while page.evaluate(WANTED_MOVE_SCRIPT) == wanted and page.evaluate(OWN_CARDS) == before:
        if monotonic() > until:
            break
        page.wait_for_timeout(5)
    return clicks


def sit_down(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")


class Unanswered:
    """Counts what a page has asked its table and has no answer to."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0
        page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        if "/ws/table/" in socket.url:
            self.count = 0
            socket.on("framesent", self._send)
            socket.on("framereceived", self._receive)

    def _send(self, frame: str | bytes) -> None:
        self.count += json.loads(frame)["t"] in ASKS

    def _receive(self, frame: str | bytes) -> None:
        if json.loads(frame)["t"] in ANSWERS:
            self.count = max(0, self.count - 1)

    def wait(self) -> None:
        """Wait for the server while the page's clock stands still."""
        until = monotonic() + PATIENCE
        while self.count and monotonic() < until:
            self.page.wait_for_timeout(5)


def sit_down_without_time(page: Page, server: Server) -> Unanswered:
    """Begin a game with Novice at a page whose clock stands still."""
    sit_down(page, server)
    unanswered = Unanswered(page)
    page.clock.install()
    page.reload()
    page.clock.pause_at(page.evaluate("Date.now() + 10"))
    return unanswered


def play_to_a_show(page: Page, unanswered: Unanswered) -> None:
    while (wanted := page.evaluate(WANTED_MOVE_SCRIPT)) != "continue":
        if wanted is None or wanted in BY_ITSELF:
            unanswered.wait()
            page.clock.run_for(TICK)
        else:
            click(page, wanted)


def test_a_game_with_novice_needs_seventy_clicks_and_two_minutes_of_waiting(
    server: Server, chromium: Browser
) -> None:
    """The player moves at once. All other time counts as waiting, also while a count is shown.

    The page's clock stands still while the test works, so a busy machine makes the waiting no longer.
    """
    clicks, waited = 0, Counter[str]()
    with visitor_page(chromium, lasting=False, **DESKTOP) as page:
        page.emulate_media(reduced_motion="no-preference")
        unanswered = sit_down_without_time(page, server)
        looked = held = deals = 0
        while (wanted := page.evaluate(WANTED_MOVE_SCRIPT)) != "result":
            if wanted is None or wanted in BY_ITSELF:
                unanswered.wait()
                page.clock.run_for(TICK)
                waited[wanted or "a move"] += TICK
                assert waited.total() < 600_000, waited
                looked = looked + TICK if wanted == "continue" else 0
                if looked == LONG_LOOK:
                    held += page.evaluate("document.getElementById('continue').click() ?? 1")
            else:
                clicks += click(page, wanted)
                deals += wanted == "throw"
    print(
        f"{deals} deals: {clicks} clicks, {held} great hands, {waited.total() / 1000} s of waiting, {waited}"
    )
    assert clicks <= 7 * deals, "two cards, the discard, and four cards"
    assert (clicks + held) / deals * USUAL_DEALS <= 70
    # Under two minutes on average (111 s in nine games): the cards of one game change it by some seconds.
    assert (waited.total() - held * LONG_LOOK) / deals * USUAL_DEALS < 130_000


def test_a_touch_and_a_key_hold_a_show(server: Server, chromium: Browser) -> None:
    """The page's clock stands still at the show, so a busy machine does not leave it meanwhile."""
    with visitor_page(chromium, lasting=False, **DESKTOP) as page:
        unanswered = sit_down_without_time(page, server)
        for hold in (lambda: page.keyboard.press("ArrowRight"), lambda: page.locator(".show-cards").click()):
            play_to_a_show(page, unanswered)
            hold()
            expect(page.locator("#continue:not([data-goes-on])")).to_be_visible()
            title = page.locator("#show-title").inner_text()
            page.clock.run_for(6_000)
            expect(page.locator("#show-title")).to_have_text(title)
            page.locator("#continue").click()
            until = monotonic() + PATIENCE
            while page.locator("#show-title").inner_text() == title:
                assert monotonic() < until
                page.clock.run_for(TICK)


def test_a_show_that_appears_below_a_resting_mouse_is_not_held(server: Server, chromium: Browser) -> None:
    """The page's clock stands still at the show, so a busy machine does not leave it meanwhile."""
    with visitor_page(chromium, lasting=False, **DESKTOP) as page:
        unanswered = sit_down_without_time(page, server)
        page.evaluate("""() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync("#show .show-parts li { position: fixed; inset: 0 }");
            document.adoptedStyleSheets = [sheet];
        }""")
        page.mouse.move(9, 9)
        play_to_a_show(page, unanswered)
        page.wait_for_timeout(100)  # for what the browser tells the page about the mouse
        expect(page.locator("#continue[data-goes-on]")).to_be_visible()
        page.mouse.move(99, 99)
        expect(page.locator("#continue:not([data-goes-on])")).to_be_visible()
