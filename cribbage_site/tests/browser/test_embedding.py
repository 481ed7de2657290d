"""A finished game on a page of another origin, stepped through in its iframe."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Frame, Page, expect

from cribbage_site.tests.browser.players import Played
from cribbage_site.tests.browser.visitors import DESKTOP, OVERFLOW_SCRIPT, visitor_page
from cribbage_site.tests.browser.walk import ASK_AXE, EVERYTHING
from game.sharing.frame import height_of

pytestmark = pytest.mark.slow

HEIGHTS = {width: height_of(width) for width in (280, 360, 640)}


@contextmanager
def blog(host: str, embedded: str) -> Iterator[str]:
    """Serve a page of another site, which embeds the board at every width."""
    frames = "".join(
        f'<iframe src="{embedded}" width="{wide}" height="{high}"></iframe>' for wide, high in HEIGHTS.items()
    )
    page = f'<!doctype html><meta name="viewport" content="width=device-width"><title>Blog</title>{frames}'

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode() if self.path == "/" else b"")

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer((host, 0), Blog) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{host}:{server.server_port}/"
        server.shutdown()


def board_of(page: Page, width: int) -> Frame:
    frame = page.locator(f"iframe[width='{width}']").element_handle().content_frame()
    assert frame is not None
    return frame


# To a browser, one host is another site, and the other the same site at another origin.
@pytest.mark.parametrize(("host", "is_sent"), [("localhost", False), ("127.0.0.1", True)])
def test_an_embedded_board_can_be_stepped_through(
    played: Played, chromium: Browser, host: str, is_sent: bool
) -> None:
    url = played.player.url
    asked: list[Any] = []
    with (
        blog(host, f"{url}/embed/game/{played.game}?ply=5") as address,
        visitor_page(chromium, viewport={"width": 1340, "height": 700}) as page,
    ):
        cookies = [
            {"name": name, "value": value, "url": url} for name, value in played.player.cookies.items()
        ]
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.on("response", lambda answer: asked.append(answer) if answer.url.startswith(url) else None)
        page.goto(address)
        board = board_of(page, 280)
        expect(board.locator(".stride[data-stride=on]")).to_be_enabled()
        assert board.locator(".scrubber").input_value() != "0", "it begins where the address says"
        board.locator(".stride[data-stride=first]").click()
        before = board.locator("#told").inner_text()
        board.locator(".stride[data-stride=on]").click()
        expect(board.locator("#told")).not_to_have_text(before)
        page.keyboard.press("ArrowLeft")
        expect(board.locator("#told")).to_have_text(before)
        page.keyboard.press("End")
        mine, theirs = played.view["scores"]
        expect(board.locator("#seat-you .score")).to_have_text(re.compile(f"^({mine}|{theirs})$"))
        seats = [board.locator(f"#seat-{side} .score") for side in ("you", "them")]
        assert sorted(int(seat.inner_text()) for seat in seats) == sorted((mine, theirs))
        for width in HEIGHTS:
            frame = board_of(page, width)
            expect(frame.locator("#told")).not_to_be_empty()
            assert frame.evaluate(OVERFLOW_SCRIPT) == []
            assert frame.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0, width
        refused = "() => { try { return document.cookie } catch (fault) { return fault.name } }"
        assert board.evaluate(refused) == "SecurityError"
        assert len(asked) == len(HEIGHTS), "nothing is loaded beside the pages themselves"
        for answer in asked:
            assert ("cookie" in answer.request.all_headers()) is is_sent
            assert "set-cookie" not in answer.all_headers()
            assert played.player.cookies["csrftoken"] not in answer.text()


def test_a_board_is_accessible_and_leads_to_the_whole_replay(played: Played, chromium: Browser) -> None:
    url, path = played.player.url, f"/embed/game/{played.game}?ply=5"
    for scheme in ("light", "dark"):
        with visitor_page(chromium, viewport={"width": 280, "height": height_of(280)}) as page:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(url + path)
            expect(page.locator("#told")).not_to_be_empty()
            page.evaluate(AXE_SCRIPT)
            assert page.evaluate(ASK_AXE, EVERYTHING) == []
            page.keyboard.press("Tab")
            focused = "() => document.activeElement.id || document.activeElement.className"
            assert page.evaluate(focused) == "told"
            with page.expect_popup() as opened:
                page.get_by_role("link", name="The whole replay").click()
            expect(opened.value.locator("#moves [aria-current]")).to_have_count(1)


def test_a_replay_offers_the_link_and_the_embed_code_of_its_position(
    played: Played, chromium: Browser
) -> None:
    url = played.player.url
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{url}/game/{played.game}?ply=9")
        scrubber = page.locator(".scrubber")
        expect(page.locator(".stride[data-stride=on]")).to_be_enabled()
        there = scrubber.input_value()
        page.locator("#share summary").click()
        expect(page.locator("#share-link")).to_have_value(f"{url}/game/{played.game}?ply=9")
        page.locator("#turn").click()
        board = f"{url}/embed/game/{played.game}?ply=9&amp;seat=1"
        expect(page.locator("#share-embed")).to_have_value(re.compile(re.escape(f'<iframe src="{board}"')))
        page.get_by_role("button", name="Copy link to this move").click()
        expect(page.locator("#share [data-copies=link]")).to_have_text(re.compile("Copied|Selected"))
        page.locator("[data-stride=on]").click()
        expect(page.locator("#share-link")).not_to_have_value(f"{url}/game/{played.game}?ply=9")
        link = page.locator("#share-link").input_value()
        page.goto(link)
        expect(page.locator(".stride[data-stride=on]")).to_be_enabled()
        assert int(scrubber.input_value()) == int(there) + 1
        expect(page.locator("#told")).not_to_be_empty()


def test_a_board_uses_the_language_of_the_browser(played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, viewport={"width": 280, "height": height_of(280)}, locale="fr-FR") as page:
        page.goto(f"{played.player.url}/embed/game/{played.game}?ply=1")
        expect(page.locator("#told")).to_contain_text("Coupe pour la donne")
        expect(page.get_by_role("button", name="Coup suivant")).to_be_visible()
