"""Access to the admin, and the scripts and resources that its pages may use."""

import pytest
from django.test import Client
from django.urls import reverse

from cribbage_site.middleware import CONTENT_SECURITY_POLICY
from game.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(db: None) -> Player:
    return Player.objects.create_user(
        "Hostess", password="fifteen-two", likeness="hostess", is_staff=True, is_superuser=True
    )


@pytest.fixture
def inside(client: Client, host: Player) -> Client:
    client.force_login(host)
    return client


def test_the_admin_uses_our_own_login(client: Client):
    answer = client.get("/admin/game/player/", follow=True)
    assert answer.redirect_chain[-1][0] == f"{reverse('account_login')}?next=/admin/game/player/"


def test_the_admin_has_no_form_that_bypasses_the_second_factor(client: Client, host: Player):
    knows = {"username": "Hostess", "password": "fifteen-two", "next": "/admin/"}
    guest = Client()
    guest.force_login(Player.objects.create(username="Guest-1", is_guest=True))
    player = Client()
    player.force_login(Player.objects.create(username="Ann"))
    for visitor in (client, guest, player):
        before = visitor.session.get("_auth_user_id")
        visitor.post("/admin/login/?next=/admin/", knows)
        assert visitor.session.get("_auth_user_id") == before
        assert visitor.get("/admin/").status_code == 302


def test_a_logged_in_host_is_redirected_to_the_admin(inside: Client):
    assert inside.get("/admin/login/").url == "/admin/"


def test_a_guest_may_log_in_as_a_host_and_a_player_is_refused(client: Client):
    client.force_login(Player.objects.create(username="Guest-1", is_guest=True))
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith(reverse("account_login"))
    client.force_login(Player.objects.create(username="Ann"))
    assert client.get("/admin/", follow=True).status_code == 403


def test_logging_out_needs_a_form(inside: Client):
    assert inside.get("/admin/logout/").status_code == 405
    assert inside.post("/admin/logout/").url == "/"
    assert inside.get("/admin/").status_code == 302


def test_passwords_are_changed_on_the_players_page(inside: Client):
    assert inside.get("/admin/password_change/").url == reverse("account_change_password")


@pytest.mark.slow
def test_only_the_admin_has_the_policy_that_its_theme_needs(inside: Client):
    policy = inside.get("/admin/").headers["Content-Security-Policy"]
    given = dict(directive.split(" ", 1) for directive in policy.split("; "))
    strict = dict(directive.split(" ", 1) for directive in CONTENT_SECURITY_POLICY.split("; "))
    assert {name for name in given if given[name] != strict[name]} == {"script-src", "style-src"}
    assert given["script-src"] == "'self' 'unsafe-eval'"
    assert given["style-src"] == "'self' 'unsafe-inline'"
    for path in ("/", "/accounts/login/", "/admin/login/", "/nowhere", "/administration"):
        assert inside.get(path).headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


@pytest.mark.slow
def test_a_page_of_the_admin_has_no_inline_script(inside: Client):
    """The policy would block it. There is no foreign address either."""
    for path in ("/admin/", "/admin/game/player/", "/admin/game/game/"):
        page = inside.get(path).content.decode()
        scripts = [tag.split(">", 1)[0] for tag in page.split("<script")[1:]]
        assert scripts
        assert all('src="/static/' in tag or 'src="/admin/jsi18n/' in tag for tag in scripts)
        assert "https://" not in page
