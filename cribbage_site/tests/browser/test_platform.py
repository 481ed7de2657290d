"""The API in a browser: a player makes a token, and a page of another site reads public data."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import OpenPage, sign_up
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow

ASK = """async ([url, options]) => {
    try {
        const answer = await fetch(url, options);
        return { status: answer.status, text: await answer.text() };
    } catch (fault) {
        return { fault: fault.name };
    }
}"""


@pytest.mark.parametrize("device", [*only_in_proof(DESKTOP), PHONE])
def test_a_player_makes_a_token_tries_it_and_revokes_it(
    server: Server, open_page: OpenPage, device: dict[str, object]
) -> None:
    page = open_page(device=device)
    name = f"Maker-{'phone' if device == PHONE else 'desk'}"
    sign_up(page, name)
    page.goto(f"{server.url}/api")
    page.get_by_role("link", name="Make a token").click()
    page.get_by_label("Name").fill("my bot")
    page.get_by_label("Play your games").check()
    page.get_by_role("button", name="Make it").click()
    token = page.locator(".made code").inner_text()
    assert re.fullmatch(r"eo_[\w-]{43}", token)
    assert_fits(page)
    assert me(server, token) == name
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.locator(".messages")).to_have_text("The token no longer works.")
    expect(page.get_by_text("None yet.")).to_be_visible()


def me(server: Server, token: str) -> str:
    """Return the owner of a token."""
    asked = Request(f"{server.url}/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    with urlopen(asked, timeout=PATIENCE) as answer:
        return str(json.load(answer)["name"])


class TestAPageOfAnotherSite:
    """A page of another site, opened in the browser of a logged-in player."""

    @pytest.fixture
    def page(self, server: Server, chromium: Browser) -> Iterator[Page]:
        visitor = Visitor(server.url)
        visitor.new_game("novice")
        cookies = [
            {"name": name, "value": value, "url": server.url, "sameSite": "Lax"}
            for name, value in visitor.cookies.items()
        ]
        with visitor_page(chromium, silent=False, lasting=False) as page:
            page.context.add_cookies(cookies)  # type: ignore[arg-type]
            with another_site() as elsewhere:
                page.goto(elsewhere)
                yield page

    def ask(self, page: Page, url: str, **options: object) -> dict[str, object]:
        answer: dict[str, object] = page.evaluate(ASK, [url, options])
        return answer

    def test_it_can_read_public_data(self, server: Server, page: Page) -> None:
        assert self.ask(page, f"{server.url}/api/v1/ladder/people")["status"] == 200
        names = {
            "method": "POST",
            "body": '{"names":["Novice"]}',
            "headers": {"Content-Type": "application/json"},
        }
        assert "Novice" in str(self.ask(page, f"{server.url}/api/v1/players", **names)["text"])

    def test_it_gets_the_reason_for_a_refusal(self, server: Server, page: Page) -> None:
        answer = self.ask(page, f"{server.url}/api/v1/players/Nobody-at-all")
        assert "no_player" in str(answer["text"])

    def test_with_cookies_it_can_read_nothing(self, server: Server, page: Page) -> None:
        for path in ("/api/v1/ladder/people", "/api/v1/me"):
            found = self.ask(page, f"{server.url}{path}", credentials="include")
            assert found == {"fault": "TypeError"}, path

    def test_it_reads_what_its_token_may_read(self, server: Server, page: Page) -> None:
        shown = {"headers": {"Authorization": "Bearer eo_" + "A" * 43}}
        answer = self.ask(page, f"{server.url}/api/v1/me", **shown)
        assert answer["status"] == 401
        assert "bad_token" in str(answer["text"])

    def test_it_changes_nothing_in_its_visitors_name(self, server: Server, page: Page) -> None:
        sent = {"method": "POST", "mode": "no-cors", "credentials": "include", "body": '{"against":"novice"}'}
        with page.expect_response("**/v1/**") as answer:
            self.ask(page, f"{server.url}/api/v1/challenges", **sent)
        assert answer.value.status == 401


class EmptyPage(BaseHTTPRequestHandler):
    """An empty page at any URL."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def another_site() -> Iterator[str]:
    """Serve another site. Yield its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{site.server_port}/"
        finally:
            site.shutdown()
