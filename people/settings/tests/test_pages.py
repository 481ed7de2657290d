"""The pages of an account: our own templates, accessible, and safe with any name."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils.html import escape

from common import clock
from game.accounts.guests import create_guest
from game.engine.state import Rules
from game.models import Chat, Player
from game.table.opening import open_game
from people.settings.account_urls import urlpatterns
from rng import entropy
from tests.worlds.accounts import PASSWORD, AccountClient, create_account, page_text
from tests.worlds.second_factor import turn_on

pytestmark = pytest.mark.django_db

ARGUMENTS = {
    "account_reset_password_from_key": ["1", "abc"],
    "account_confirm_email": ["abc"],
}
HOSTILE = [
    "<b>bold</b>",
    "\"'><script>alert(1)</script>",
    "{{ 7|add:7 }}",
    "Ann\N{RIGHT-TO-LEFT OVERRIDE}nnA",
    "a&b;c",
]
OURS = Path(settings.BASE_DIR, "templates")


def address(pattern: URLPattern) -> str:
    return reverse(pattern.name, args=ARGUMENTS.get(pattern.name, []))


def templates_behind(answer: Any) -> list[Path]:
    """Return the templates of a page, without those of Django's form inputs."""
    origins = [Path(template.origin.name) for template in answer.templates or [] if template.origin]
    return [origin for origin in origins if "forms/templates/django/forms" not in origin.as_posix()]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
@pytest.mark.parametrize("inside", [False, True], ids=["outside", "inside"])
def test_every_page_is_made_of_our_own_templates(anna: Player, pattern: URLPattern, inside: bool):
    browser = AccountClient(Client())
    if inside:
        browser.post("login", login="Anna", password=PASSWORD)
        turn_on(browser)
    answer = browser.client.get(address(pattern))
    assert answer.status_code in (200, 302, 404, 405)
    assert [origin for origin in templates_behind(answer) if not origin.is_relative_to(OURS)] == []
    if not answer.streaming:
        assert b"allauth" not in answer.content
    if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
        assert not re.search(r"<script(?! type=\"module\" src=)|<style|\sstyle=|\son\w+=", page_text(answer))
        assert page_text(answer).count("<h1") == 1
        assert templates_behind(answer)


@pytest.mark.slow
def test_every_input_has_a_label(annas: AccountClient):
    for page in ("", "signup", "login", "email", "password", "delete", "password/reset"):
        html = (
            annas.get(page).content.decode()
            if page not in ("signup", "login")
            else AccountClient(Client()).get(page).content.decode()
        )
        visible = re.findall(r'<input type="(?!hidden|checkbox)\w+"[^>]* id="(\w+)"', html)
        assert visible or page == ""
        assert [field for field in visible if f'for="{field}"' not in html] == []


@pytest.mark.parametrize(
    ("page", "inside", "kinds"),
    [
        ("signup", False, ["new-password"]),
        ("login", False, ["current-password"]),
        ("password", True, ["current-password", "new-password"]),
        ("confirm", True, ["current-password"]),
    ],
)
def test_password_fields_are_masked_and_declare_autocompletion(
    annas: AccountClient, page: str, inside: bool, kinds: list[str]
):
    browser = annas if inside else AccountClient(Client())
    fields = re.findall(r"<input [^>]*password[^>]*>", browser.get(page).content.decode())
    assert len(fields) == len(kinds)
    for field, kind in zip(fields, kinds, strict=True):
        assert 'type="password"' in field
        assert f'autocomplete="{kind}"' in field


class TestTheHead:
    def test_a_visitor_may_log_in_or_sign_up(self, client: Client):
        page = page_text(client.get("/"))
        assert 'href="/accounts/login/?next=/"' in page
        assert 'href="/accounts/signup/?next=/"' in page

    def test_guest_sees_how_to_keep_their_games(self, guest: tuple[AccountClient, Player]):
        page = page_text(guest[0].client.get("/"))
        assert "Sign up to keep your games" in page
        assert f"You’re playing as {guest[1]}." in page

    def test_account_menu_links_profile_settings_and_log_out(self, annas: AccountClient):
        page = page_text(annas.client.get("/"))
        for expected in (
            'href="/@Anna"',
            'href="/settings"',
            'action="/accounts/logout/"',
            'href="/ladder"',
        ):
            assert expected in page
        assert "Sign up" not in page.split("</header>")[0]


def test_a_profile_is_private_as_long_as_its_owner_wants(annas: AccountClient):
    for wish, expected in (({"private": "on"}, True), ({}, False)):
        annas.client.post("/accounts/", wish)
        assert Player.objects.get(username="Anna").is_private is expected
        assert ("checked" in page_text(annas.get())) is expected


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_name_is_escaped_on_pages(name: str):
    """No account can have such a name. If one ever got into the database, it would be escaped."""
    host = create_account(name)
    other = create_guest()
    game = open_game(entropy.game_id(), (host, other), Rules())
    Chat.objects.create(game=game, player=host, seat=0, text=name, at=clock.now())
    hosts_browser, others = Client(), Client()
    hosts_browser.force_login(host)
    others.force_login(other)
    for client, path in product(
        (hosts_browser, others), ("/", f"/table/{game.pk}", reverse("profile", args=[name]))
    ):
        page = client.get(path).content.decode()
        assert escape(name) in page
        assert name == escape(name) or name not in page
