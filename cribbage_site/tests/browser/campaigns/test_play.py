"""Cards are dragged, discards are taken back, and a page reconnects to a server that died."""

import re
from time import time

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from cribbage_site.tests.browser.moves import (
    hand_of,
    play_one_step,
    start_bot_game,
    wait_for_wanted_move,
    wait_until,
)
from cribbage_site.tests.browser.visitors import (
    DESKTOP,
    PHONE,
    visitor_page,
)
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def carry(page: Page, card: Locator, to: str, *, touch: bool) -> None:
    """Drag a card by its middle, with a mouse or a finger, and drop it on the middle of something."""
    (x, y), (there_x, there_y) = middle(card), middle(page.locator(to))
    way = [(x + (there_x - x) * n / 4, y + (there_y - y) * n / 4) for n in range(1, 5)]
    if not touch:
        page.mouse.move(x, y)
        page.mouse.down()
        for point in way:
            page.mouse.move(*point)
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    touches = [("touchStart", [(x, y)]), *(("touchMove", [point]) for point in way), ("touchEnd", [])]
    for n, (kind, points) in enumerate(touches):
        at = [{"x": x, "y": y} for x, y in points]
        when = time() - 2 + n / 5  # so that a flick is not taken for a tap
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at, "timestamp": when})


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class DeafSocket:
    """A table socket that drops the server's frames that contain given words."""

    def __init__(self, page: Page) -> None:
        self.deaf_to: str | None = None
        self.missed = self.tables = 0
        page.route_web_socket("**/ws/table/*", self.listen)

    def listen(self, line: WebSocketRoute) -> None:
        def hear(said: str | bytes) -> None:
            if self.deaf_to is not None and self.deaf_to in str(said):
                self.missed += 1
                return
            line.send(said)
            self.tables += '"t":"table"' in str(said)

        line.connect_to_server().on_message(hear)


def test_cards_are_dragged_discards_taken_back_refused_cards_put_back_and_a_show_kept_open(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, lasting=False, **PHONE) as page:
        socket = DeafSocket(page)
        page.clock.install()
        page.goto(server.url)
        page.get_by_role("button", name="Play Novice").tap()
        page.wait_for_url("**/table/*")
        assert wait_for_wanted_move(page) == "throw"
        expect(page.locator("#latency")).to_have_attribute("data-signal", re.compile("^[123]$"))
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # delays now never end
        own, chosen = page.locator(".own"), page.locator(".own.chosen")
        carry(page, own.nth(0), "#prompt", touch=True)
        expect(chosen).to_have_count(1)
        carry(page, own.nth(1), ".site-head", touch=False)
        expect(chosen).to_have_count(1)
        carry(page, own.nth(1), "#board", touch=False)
        expect(own).to_have_count(4)
        page.locator("#take-back").tap()
        expect(own).to_have_count(6)
        expect(chosen).to_have_count(2)
        page.locator("#throw").tap()
        page.keyboard.press("Backspace")
        expect(chosen).to_have_count(2)
        page.keyboard.press("Enter")
        expect(own).to_have_count(4)
        expect(page.locator("#log")).not_to_contain_text("You discard")
        page.keyboard.press("Enter")
        expect(page.locator("#log")).to_contain_text("You discard")
        page.clock.resume()

        assert wait_for_wanted_move(page) == "play"
        carry(page, page.locator(".own.open").first, "#centre", touch=True)
        expect(own).to_have_count(3)
        expect(page.locator("#log")).to_contain_text("You play")
        assert page.locator("#log").inner_text().count("You play") == 1

        socket.deaf_to = '"e":"thrown"'
        while (now := wait_for_wanted_move(page)) != "continue" or not socket.missed:
            if now != "continue":
                play_one_step(page, touch=True)
        socket.deaf_to = None
        show, known = page.locator("#show").inner_text(), socket.tables
        page.evaluate("() => dispatchEvent(new Event('online'))")
        wait_until(page, lambda: socket.tables != known)
        assert wait_for_wanted_move(page) == "continue"
        assert page.locator("#show").inner_text() == show
        while wait_for_wanted_move(page) == "continue":
            play_one_step(page, touch=True)
        expect(page.locator(".crib:not([hidden]) .crib-cards .card")).to_have_count(2)

        while wait_for_wanted_move(page) != "play" or page.locator(".own.open").count() < 2:
            play_one_step(page, touch=True)

        socket.deaf_to = '"event"'
        twin = page.context.new_page()
        twin.goto(f"{page.url}?pace=none")
        assert wait_for_wanted_move(twin) == "play"
        cards = [str(card.get_attribute("data-card")) for card in page.locator(".own.open").all()]
        twin.locator(f".own[data-card='{cards[0]}']").tap()
        twin.wait_for_function("() => document.getElementById('table').dataset.way === undefined")
        page.locator(f".own[data-card='{cards[-1]}']").tap()
        expect(page.locator("#prompt.complaint")).to_be_visible()
        expect(page.locator(f".own[data-card='{cards[0]}']")).to_have_count(0)
        expect(page.locator(f".own[data-card='{cards[-1]}']")).to_have_count(1)


def test_the_page_reconnects_to_a_server_that_dies_in_mid_game(own_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, **DESKTOP) as page:
        start_bot_game(page, own_server)
        assert wait_for_wanted_move(page) == "throw"
        page.locator(".own").first.click()
        hand = hand_of(page)
        own_server.kill()
        page.wait_for_selector("#line:not([data-line='open'])")
        own_server.restart()
        page.wait_for_selector("#line[data-line='open']")
        assert hand_of(page) == hand
        expect(page.locator(".own.chosen")).to_have_count(1)
        page.locator(".own.chosen").click()
        deal = page.evaluate("Number(document.body.dataset.deal)")
        while (
            page.evaluate("Number(document.body.dataset.deal)") == deal
            and wait_for_wanted_move(page) != "result"
        ):
            play_one_step(page, touch=False)
        page.wait_for_selector(f"#ticks [data-deal='{deal}'][data-mark='true']", state="attached")
