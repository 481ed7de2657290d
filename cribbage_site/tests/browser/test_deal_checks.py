"""The deal check of a page: shown step by step, also on plain http, with an alarm if the server lies."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from bench.chaos.database import query
from bench.chromium import ARGUMENTS, find_chromium
from cribbage_site.tests.browser.lies import Frame, another_link, another_starter, lie_to
from cribbage_site.tests.browser.moves import play_one_step, press_one_step, wait_until
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page, without_pauses
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def play_a_deal(page: Page, touch: bool = False) -> None:
    """Play to the second deal. Then the first one is revealed."""
    page.wait_for_selector("body[data-phase=throw]")
    while page.evaluate("document.querySelector('#ticks [data-deal=\"1\"]') === null"):
        play_one_step(page, touch=touch)


def sit_down(page: Page, url: str) -> None:
    without_pauses(page)
    page.goto(url)
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")


def show_me(page: Page, deal: int) -> None:
    page.locator("#fair-mark").click()
    page.locator(f"#ticks [data-deal='{deal}'] .tick").click()
    expect(page.locator("#fair-dialog .verdict")).to_be_visible()


def test_a_deal_is_shown_step_by_step(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        sit_down(page, server.url)
        mine = page.wait_for_selector("body[data-phase=throw]") and page.locator(".own").evaluate_all(
            "(cards) => cards.map((card) => card.dataset.card)"
        )
        play_a_deal(page, touch=True)
        show_me(page, 1)
        assert_fits(page)
        assert page.locator("#fair-dialog").evaluate("(node) => node.scrollWidth <= node.clientWidth")
        expect(page.locator(".verdict p")).to_have_text(
            [
                "✓ No one could choose these cards alone, not even us.",
                "In deal 1 every card you saw is in its place in the deck.",
            ]
        )
        places = page.locator(".chips .unseen").all_inner_texts()
        assert len(places) == 52
        assert sum("dealt to you" in place for place in places) == len(mine) == 6
        assert sum("dealt to Novice" in place for place in places) == 6
        assert "the starter" in places[12]
        expect(page.locator(".same")).to_have_count(3)
        expect(page.locator(".same.wrong")).to_have_count(0)
        expect(page.locator(".proof h4").last).to_contain_text("is our bot: the server drew its secret")
        link, hashed, shown = page.locator(".proof > li").first.locator("code").all_inner_texts()
        assert len(link) == 64
        assert hashed == shown == page.evaluate(KEPT)["pins"]["links"]["0"]
        page.get_by_role("button", name="Earlier").click()
        expect(page.locator(".verdict")).to_contain_text("In the cut for deal every card you saw")


KEPT = """() => {
    const { game } = document.getElementById("table").dataset;
    return JSON.parse(localStorage.getItem(`every-other:${game}`));
}"""


@pytest.fixture
def plain(chromium: Browser) -> Iterator[Browser]:
    """A browser that reaches the server by name over plain http, where a page has no WebCrypto."""
    mapped = [*ARGUMENTS, "--host-resolver-rules=MAP cards.test 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=find_chromium(), args=mapped)
    yield browser
    browser.close()


def test_on_plain_http_without_webcrypto_every_deal_is_checked(server: Server, plain: Browser) -> None:
    with visitor_page(plain, silent=False, **DESKTOP) as page:  # Chromium complains about plain http itself
        sit_down(page, f"http://cards.test:{server.port}")
        assert page.evaluate("[isSecureContext, typeof crypto.subtle, typeof navigator.clipboard]") == [
            False, "undefined", "undefined",
        ]  # fmt: skip
        play_a_deal(page)
        expect(page.locator("#ticks [data-mark=true]")).to_have_count(2)
        show_me(page, 1)
        key = page.get_by_role("button", name="Copy: The key")
        key.click()
        expect(key).to_have_text("Copied")


class SlowToSign:
    """Delays the server's signature of a deal, and records each move that the page makes."""

    def __init__(self, line: WebSocketRoute) -> None:
        self.line, self.kept, self.moves = line, list[str | bytes](), list[Frame]()
        server = line.connect_to_server()
        server.on_message(
            lambda said: self.kept.append(said) if "step saw 1" in str(said) else line.send(said)
        )
        line.on_message(lambda said: (self.moves.append(json.loads(said)), server.send(said)))

    @property
    def moved(self) -> list[str]:
        return [frame["move"]["kind"] for frame in self.moves if frame["t"] == "move"]

    def sign(self) -> None:
        for said in self.kept:
            self.line.send(said)


def test_a_discard_waits_for_the_servers_signature_of_the_deal(server: Server, chromium: Browser) -> None:
    lines: list[SlowToSign] = []
    with visitor_page(chromium, **PHONE) as page:
        page.route_web_socket("**/ws/table/*", lambda line: lines.append(SlowToSign(line)))
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        press_one_step(page, "throw")
        expect(page.locator(".own")).to_have_count(4)
        (line,) = lines
        wait_until(page, lambda: bool(line.kept))
        assert line.moved == []
        line.sign()
        page.wait_for_selector("body:not([data-phase=throw])")
        assert line.moved[:1] == ["throw"]
        expect(page.locator("#prompt.complaint")).to_have_count(0)


def test_a_lying_server_is_detected_permanently_and_reported(
    server: Server, chromium: Browser, tmp_path: Path
) -> None:
    says = "The server’s receipt “shown 1” contradicts the values that the server sent: link"
    with visitor_page(chromium, **PHONE) as page:
        lie_to(page, another_link)
        sit_down(page, server.url)
        play_a_deal(page, touch=True)
        alarm = page.locator("#alarm")
        expect(alarm).to_contain_text(says)
        assert_fits(page)
        box = alarm.bounding_box()
        assert box is not None
        assert box["width"] >= 350
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the evidence").click()
        download.value.save_as(tmp_path / "evidence.json")
        evidence = json.loads((tmp_path / "evidence.json").read_text())
        assert (evidence["format"], evidence["deal"], len(evidence["shown"]["secrets"])) == (
            "every-other/doubt/1",
            1,
            2,
        )
        page.get_by_role("button", name="Report to the host").click()
        expect(page.locator("#alarm-note")).to_contain_text("Sent to the host")
        reported = query(
            server.environment, "SELECT game, number, fault FROM rng_doubt WHERE game = %s", evidence["game"]
        )
        assert [tuple(found.values()) for found in reported] == [(evidence["game"], 1, "")]
        page.unroute_all()
        page.reload()
        expect(alarm).to_contain_text(says)
        page.get_by_role("button", name="Show me").first.click()
        expect(page.locator("#fair-dialog .verdict.is-false")).to_be_visible()


def with_a_clock_that_cannot_be_drawn(frame: Frame) -> None:
    if any(event["e"] == "starter" for event in frame.get("events", ())):
        another_starter(frame)
        frame["clocks"] = {"kind": "quick", "left": [1, 1], "running": None}


def test_an_alarm_is_shown_even_if_the_rest_of_the_frame_cannot_be_rendered(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, silent=False, **PHONE) as page:
        lie_to(page, with_a_clock_that_cannot_be_drawn)
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        play_one_step(page, touch=True)
        expect(page.locator("#alarm")).to_contain_text("another starter than before")


def test_words_typed_into_the_shuffle_never_leave_the_browser(server: Server, chromium: Browser) -> None:
    words = "quince and sardines"
    with visitor_page(chromium, **DESKTOP) as page:
        said: list[str] = []
        page.on("websocket", lambda line: line.on("framesent", lambda frame: said.append(str(frame))))
        page.on("request", lambda request: said.append(f"{request.url} {request.post_data}"))
        page.goto(f"{server.url}/settings")
        page.get_by_role("group", name="Add my own randomness").get_by_label("On").check()
        expect(page.locator("#kept")).to_have_text("Saved.")
        page.goto(server.url)
        page.get_by_role("button", name="Play Novice").click()
        page.wait_for_url("**/table/*")
        field = page.get_by_label("Your own words for this shuffle")
        expect(field).to_be_focused()
        assert not any('"commit"' in one for one in said)
        page.keyboard.type(words)
        page.get_by_role("button", name="Shuffle").click()
        page.wait_for_selector("body[data-phase=throw]")
        assert any('"commit"' in one for one in said)
        assert not any("quince" in one for one in said)
        assert "quince" not in page.evaluate("JSON.stringify({ ...localStorage })")
