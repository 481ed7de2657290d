"""Pages reserve room for content that arrives later."""

import re
from time import sleep
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect

from cribbage_site.tests.browser.players import come_as, create_link_game, play_bot_game
from cribbage_site.tests.browser.walk import DESK, PHONE, Size, walking
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow


# As a module, or as a bundle with a hash in its name.
SCRIPTS = re.compile(r"/(study/learn/learn|rng/fairness/fairness|study/replay/replay)[^/]*\.js$")


GAMES = 3  # with enough decks that their counts are tested, which takes more text


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))"


def late(route: Route) -> None:
    """Delay scripts, as on a slow connection where a page is read before its script runs."""
    sleep(0.5)
    route.continue_()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_late_content_moves_nothing(server: Server, chromium: Browser, size: Size) -> None:
    for _ in range(GAMES):
        eve, game, _ = play_bot_game(server)
    with walking(chromium, server, size) as walk:
        page = walk.page
        come_as(eve, page)
        page.route(SCRIPTS, late)
        for path, comes in (
            ("/learn#runs", "#runs .task-stage > *"),
            ("/fairness#laws", "#law-plot svg"),
            (f"/game/{game}?review#review", "#judged"),
        ):
            walk.go(path)
            page.locator(comes).first.wait_for(timeout=60_000)
            page.evaluate(DRAWN)
            walk.ask_whether_it_moved()
        create_link_game(page)
        walk.place = "the table that somebody sits down at"
        expect(page.locator("#waiting-invite")).not_to_have_value("")
        Visitor(server.url).join(urlsplit(page.locator("#waiting-invite").input_value()).path)
        page.locator("#seat-them").wait_for()
        page.evaluate(DRAWN)
        walk.ask_whether_it_moved()
