"""Servers, pages and games that several browser tests and their campaigns share."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from conftest import server_on_this_database
from cribbage_site.tests.browser.players import OpenPage, Played, enter, page_opener, play_bot_game
from cribbage_site.tests.browser.texts import Texts
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page, without_pauses
from cribbage_site.tests.every_page import DescribedSite, fill_server
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

# Ann leads by little. Bea is below the top fifty. Both have finished enough games to be listed.
IN_THE_LIST = """
from game.models import Player
from common import clock
from ranking.models import Standing
about = dict(last_at=clock.now(), wins=9, losses=4, listed=True)
for n in range(60):
    player = Player.objects.create(username=f"Filler-{n:02}-of-the-sixty")
    for kind in ("house", "people"):
        Standing.objects.create(player=player, kind=kind, points=1500 - 5 * n, recent="21 -41 0 13", **about)
for name, points in (("Ann", 1505), ("Bea", 1219)):
    Standing.objects.create(player=Player.objects.get(username=name), kind="house", points=points, **about)
"""


@pytest.fixture
def open_page(chromium: Browser, server: Server) -> Iterator[OpenPage]:
    with page_opener(chromium, server) as opener:
        yield opener


@pytest.fixture(scope="session")
def lobby_server() -> Iterator[Server]:
    """Start a server whose lobby only has visitors of the tests that use this fixture."""
    with Server() as server:
        yield server


@pytest.fixture
def open_lobby(chromium: Browser, lobby_server: Server) -> Iterator[OpenPage]:
    """Open the lobby for a new visitor."""
    with ExitStack() as visitors:

        def open_for(*, silent: bool = True, device: dict[str, object] = DESKTOP, paced: bool = True) -> Page:
            page = visitors.enter_context(visitor_page(chromium, silent=silent, **device))
            if not paced:
                without_pauses(page)
            enter(page, lobby_server)
            return page

        yield open_for


@pytest.fixture(scope="module")
def played(server: Server) -> Played:
    return play_bot_game(server)


@pytest.fixture(scope="module")
def filled_server() -> Iterator[tuple[Server, DescribedSite]]:
    """Start a separate server, because its rows use names that other tests sign up with."""
    with server_on_this_database() as server:
        yield server, fill_server(server)


@pytest.fixture(scope="module")
def ladder_server() -> Iterator[Server]:
    """Start a server with a long leaderboard, on which Ann and Bea have accounts."""
    with Server() as server:
        for name in ("Ann", "Bea"):
            Visitor(server.url).sign_up(name)
        server.manage("shell", "-c", IN_THE_LIST)
        yield server


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    if not all(shutil.which(program) for program in ("xgettext", "msgen", "msgfmt")):
        pytest.skip("GETTEXT IS NOT INSTALLED: whether every text can be translated was NOT tested.")
    return Texts(tmp_path_factory.mktemp("words"))
