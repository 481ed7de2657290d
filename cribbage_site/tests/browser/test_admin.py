"""The admin in a real browser, under its policy: by mouse, by keyboard, and on a phone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# A logged-in host. Another test logs a moderator in, who bans a player.
LOGGED_IN = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from game.models import Player
host = Player.objects.create(username="Desk-Host", is_staff=True, is_superuser=True)
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(host.pk), host.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.create()
print(session.session_key)
"""


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return server.manage("shell", "-v", "0", "-c", LOGGED_IN).split()[-1]


def enter(page: Page, server: Server, key: str) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])


@pytest.mark.parametrize("how", [*only_in_proof(DESKTOP), PHONE])
def test_every_page_fits_and_requests_nothing_from_other_hosts(
    server: Server, chromium: Browser, key: str, how
):
    with visitor_page(chromium, **how) as page:
        enter(page, server, key)
        foreign: list[str] = []
        page.on("request", lambda asked: asked.url.startswith(server.url) or foreign.append(asked.url))
        lists = ("game/player/", "game/game/", "game/report/", "ranking/change/", "rng/deal/", "auth/group/")
        for path in ("", *lists):
            page.goto(f"{server.url}/admin/{path}")
            assert_fits(page)
        assert not foreign


def test_a_list_is_filtered_by_keyboard_alone(server: Server, chromium: Browser, key: str):
    with visitor_page(chromium, **DESKTOP) as page:
        enter(page, server, key)
        page.goto(f"{server.url}/admin/game/player/")
        page.get_by_role("button", name="Filters").focus()
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Hosts and moderators").press("Enter")
        expect(page).to_have_url(f"{server.url}/admin/game/player/?who=staff")
        expect(page.get_by_role("link", name="Desk-Host")).to_be_visible()
        expect(page.get_by_role("link", name="Novice")).to_have_count(0)
