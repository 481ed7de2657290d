"""Whole games played in a browser by what a person would click, tap or press."""

import re
from time import time

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from cribbage_site.tests.browser.moves import (
    deals_checked,
    hand_of,
    play_one_step,
    start_bot_game,
    wait_for_wanted_move,
)
from cribbage_site.tests.browser.visitors import (
    DESKTOP,
    PHONE,
    ask_for_short_games,
    assert_fits,
    visitor_page,
)
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# The longest name there may be, and points of every kind, on the narrowest phone.
LONGEST_NAMES = """() => document.querySelectorAll("#result-sources tr").forEach((row) => {
    while (row.cells.length < 5) row.append(row.lastElementChild.cloneNode(true));
    if (row.parentNode.matches("tbody")) row.cells[0].textContent = "W".repeat(20);
})"""


def assert_result_fits_the_longest_names(page: Page) -> None:
    page.locator("#result-sources tbody tr").first.wait_for()
    page.evaluate(LONGEST_NAMES)
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    page.set_viewport_size(size)


@pytest.mark.parametrize(
    ("device", "touch"),
    [pytest.param(DESKTOP, False, marks=pytest.mark.in_full), (PHONE, True)],
    ids=["desktop", "phone"],
)
def test_a_whole_game_against_novice(
    server: Server, chromium: Browser, device: dict[str, object], touch: bool
) -> None:
    with visitor_page(chromium, **device) as page:
        if not FULL_PROOF:
            ask_for_short_games(page)
        start_bot_game(page, server)
        looked = set()
        stands = set()
        while (now := wait_for_wanted_move(page)) != "result":
            if now not in looked:
                looked.add(now)
                assert_fits(page)
                if now in ("throw", "play"):
                    stands.add(page.evaluate("window['seat-you'].getBoundingClientRect().top + scrollY"))
            if now == "throw":
                box = page.locator(".own").first.bounding_box()
                assert box is not None
                assert box["width"] >= 48
            play_one_step(page, touch=touch)
        assert_fits(page)
        assert looked >= {"throw", "play", "continue"}
        assert len(stands) == 1, "the table keeps its places from throw to play"
        target = "121" if FULL_PROOF else "61"
        assert target in (page.locator("#score-you").inner_text(), page.locator("#score-them").inner_text())
        assert page.locator("#result").is_visible()
        assert page.locator("#result[data-moment] .result-scene svg").is_visible()
        assert_result_fits_the_longest_names(page)
        deals = page.evaluate("Number(document.body.dataset.deal)")
        page.wait_for_function(
            f"() => document.querySelectorAll('#ticks .deal-check').length === {deals + 1}"
        )
        assert deals_checked(page) == dict.fromkeys(range(deals + 1), "true")
        assert page.locator("#alarm").is_hidden()


def test_a_reload_finds_the_table_as_it_was(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_bot_game(page, server)
        while wait_for_wanted_move(page) != "play":
            play_one_step(page, touch=False)
        play_one_step(page, touch=False)
        wait_for_wanted_move(page)
        look = """() => [
            ...["score-you", "score-them", "count"].map((id) => window[id].textContent),
            ...Array.from(document.querySelectorAll(".own, #pile .slot"), ({ dataset }) => dataset.card),
        ]"""
        before = page.evaluate(look)
        page.get_by_role("button", name="Settings").click()
        pause = page.locator("#bot-pause button")
        with page.expect_response("**/api/me/pause"):
            pause.press("Space")
        page.reload()
        wait_for_wanted_move(page)
        assert page.evaluate(look) == before
        page.get_by_role("button", name="Settings").click()
        assert pause.get_attribute("aria-checked") == "false"


def carry(page: Page, card: Locator, to: str, *, touch: bool) -> None:
    """Take a card by its middle, with a mouse or a finger, and let go over the middle of something."""
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
        when = time() - 2 + n / 5  # a finger that flings is not heard to tap at once
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at, "timestamp": when})


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class DeafSocket:
    """Hears all that a server says to a table, but for frames with words it is deaf to."""

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


@pytest.mark.in_full
def test_cards_are_carried_a_throw_taken_back_a_refused_card_put_back_and_a_show_kept_open(
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
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # what takes a moment now takes forever
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
        expect(page.locator("#log")).not_to_contain_text("You throw")
        page.keyboard.press("Enter")
        expect(page.locator("#log")).to_contain_text("You throw")
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
        while socket.tables == known:
            page.wait_for_timeout(20)
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


@pytest.mark.in_full
def test_a_server_that_dies_in_mid_game_is_found_again(own_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, **DESKTOP) as page:
        start_bot_game(page, own_server)
        assert wait_for_wanted_move(page) == "throw"
        page.locator(".own").first.click()
        hand = hand_of(page)
        own_server.kill()
        page.wait_for_selector("#line:not([data-line='open'])")
        own_server.restart()
        page.wait_for_selector("#line[data-line='open']", timeout=30_000)
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


def test_what_is_too_wide_for_a_moment_is_noticed_and_named(server: Server, chromium: Browser):
    noticed = pytest.raises(AssertionError, match=r'TOO WIDE at /learn: .*<b id="wide"')
    with noticed, visitor_page(chromium) as page:
        page.goto(f"{server.url}/learn")
        page.wait_for_load_state()
        page.evaluate("""async () => {
            const wide = Object.assign(document.createElement("b"), { id: "wide" });
            wide.style.cssText = "display: block; width: 9999px; height: 9px";
            document.body.append(wide);
            await new Promise((done) => setTimeout(done, 200));
            wide.remove();
        }""")
