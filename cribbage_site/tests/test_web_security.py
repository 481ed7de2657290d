"""Security headers, cookies and redirects."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client

from common import clock
from cribbage_site.tests.test_access import Site, paths_by_name
from cribbage_site.tests.test_settings import LONG, setting
from game.models import Chat, Player, Report
from people.moderation.appeals import create_appeal
from people.moderation.rulings import ban, warn
from people.settings.forms import STAFF_SESSION_SECONDS
from tests.worlds.people import host, player

PRODUCTION = {"PRODUCTION": "1", "ALLOWED_HOSTS": "cards.example", "SECRET_KEY": LONG}
PASSWORD = "fifteen-two"  # of the players in these tests
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "\t//evil.example",
]


def log_in(client: Client, name: str, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD, **more})


@pytest.mark.slow
@pytest.mark.django_db
def test_every_response_has_the_security_headers() -> None:
    site = Site()
    for path in ("/", "/api/nothing", "/nowhere", "/accounts/", "/ladder", "/fairness/decks.bin", "/admin/"):
        for who in ("nobody", "host"):
            worn = site.clients[who].get(path).headers
            policy = dict(part.split(" ", 1) for part in worn["Content-Security-Policy"].split("; "))
            assert policy["default-src"] == policy["object-src"] == policy["base-uri"] == "'none'"
            assert policy["frame-ancestors"] == "'none'"
            assert (worn["X-Content-Type-Options"], worn["X-Frame-Options"]) == ("nosniff", "DENY")
            assert (worn["Referrer-Policy"], worn["Cross-Origin-Opener-Policy"]) == ("same-origin",) * 2
            assert "camera=()" in worn["Permissions-Policy"]
            assert not {"Access-Control-Allow-Origin", "Server", "X-Powered-By"} & set(worn)


@pytest.mark.slow
@pytest.mark.django_db
def test_private_pages_are_not_cached() -> None:
    annas = Site().clients["owner"]
    for path in ("/", "/ladder/mine", "/@Ann", "/settings"):
        assert "private" in annas.get(path)["Cache-Control"]
    for path in ("", "password/", "email/", "second-factor/", "download/", "delete/"):
        assert "no-store" in annas.get(f"/accounts/{path}")["Cache-Control"]


def test_cookies_belong_to_this_host_and_are_hidden_from_scripts() -> None:
    names = "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME"
    assert [setting(name, **PRODUCTION) for name in names] == ["__Host-sessionid", "__Host-csrftoken"]
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    assert [setting(name, **PRODUCTION) for name in names] == ["True", "True"]
    assert int(setting("SECURE_HSTS_SECONDS", **PRODUCTION)) >= 365 * 24 * 60 * 60


@pytest.mark.django_db
def test_every_login_creates_a_session_and_logout_ends_it(client: Client) -> None:
    player("Ann")
    client.post("/play", {"against": "novice"})
    guests = client.cookies["sessionid"].value
    log_in(client, "Ann")
    cookie = client.cookies["sessionid"]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["domain"], cookie["path"]) == ("Lax", "", "/")
    assert cookie.value != guests
    assert len(cookie.value) == 32  # of 36 characters each: 165 bits
    assert not Session.objects.filter(pk=guests).exists()
    client.post("/accounts/logout/")
    assert not Session.objects.filter(pk=cookie.value).exists()
    client.cookies["sessionid"] = cookie.value
    assert client.get("/accounts/").status_code == 302


@pytest.mark.django_db
def test_an_unknown_session_id_is_not_accepted(client: Client) -> None:
    client.cookies["sessionid"] = "a" * 32
    client.post("/play", {"against": "novice"})
    assert client.cookies["sessionid"].value != "a" * 32
    assert not Session.objects.filter(pk="a" * 32).exists()


@pytest.mark.django_db
def test_privileged_sessions_expire_sooner() -> None:
    ages = {}
    for person in (host("Hostess"), player("Ann")):
        client = Client()
        log_in(client, person.username)
        assert client.session[SESSION_KEY] == str(person.pk)
        ages[person.username] = client.session.get_expiry_age()
    assert ages == {"Hostess": STAFF_SESSION_SECONDS, "Ann": 365 * 24 * 60 * 60}


@pytest.mark.django_db
def test_credentials_are_only_changed_with_the_password(client: Client) -> None:
    ann = player("Ann")
    change = {"action_add": "", "email": "ann@cards.example"}
    client.force_login(ann)  # expired long ago
    for path in ("email/", "second-factor/on/"):
        assert client.post(f"/accounts/{path}", change)["Location"].startswith("/accounts/confirm/?next=")
    assert not EmailAddress.objects.exists()
    client.post("/accounts/confirm/", {"password": PASSWORD})
    client.post("/accounts/email/", change)
    assert EmailAddress.objects.get().email == "ann@cards.example"


@pytest.mark.django_db
@pytest.mark.parametrize("where", ELSEWHERE)
def test_redirects_stay_on_this_site(client: Client, where: str) -> None:
    ann = player("Ann")
    led = [log_in(client, "Ann", next=where)]
    client.force_login(ann)
    led += [
        client.post("/warnings/1/read", {"next": where}),
        client.get("/accounts/login/", {"next": where}),
        client.post("/accounts/logout/", {"next": where}),
    ]
    client.logout()
    led.append(client.get("/admin/login/", {"next": where}))
    for answer in led:
        assert answer.status_code == 302
        to = urlsplit(answer["Location"])
        assert (to.scheme, to.netloc, to.path[:1]) == ("", "", "/"), answer["Location"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["evil.example", "localhost@evil.example", "localhost.evil.example", ""])
def test_another_host_name_is_refused(client: Client, name: str) -> None:
    assert client.get("/", headers={"Host": name}).status_code == 400


@pytest.mark.django_db
def test_a_form_only_sets_the_fields_that_it_shows(client: Client) -> None:
    more = {"is_staff": "on", "is_superuser": "1", "points": "4000", "username": "Zoe"}
    client.post("/accounts/signup/", {"password1": "every other hand", **more})
    zoe = Player.objects.get(username="Zoe")
    assert (zoe.is_staff, zoe.is_superuser, zoe.has_account) == (False, False, True)
    assert (
        client.post("/api/me/pause", {"pause": "none", "is_staff": True}, "application/json").status_code
        == 400
    )
    assert client.post("/accounts/", {"private": "on", **more}).status_code == 302
    zoe.refresh_from_db()
    assert (zoe.is_staff, zoe.is_superuser, zoe.is_private) == (False, False, True)


@pytest.mark.django_db
def test_passwords_are_used_unchanged_and_can_be_long(client: Client) -> None:
    password = "  Fünfzehn zwei, " + "und ein Paar ♣ " * 8  # 136 characters, with blanks at both ends
    client.post("/accounts/signup/", {"username": "Zoe", "password1": password})
    zoe = Player.objects.get(username="Zoe")
    assert zoe.check_password(password)
    assert not zoe.check_password(password.strip())


@pytest.mark.slow
@pytest.mark.django_db
def test_trace_is_refused_on_every_page() -> None:
    site = Site()
    paths = [
        *paths_by_name(site.names).values(),
        "/admin/",
        "/admin/login/",
        "/admin/game/player/",
        "/nowhere",
    ]
    for who in ("nobody", "host"):
        answered = {path: site.clients[who].trace(path).status_code for path in paths}
        assert {path: status for path, status in answered.items() if status != 405} == {}


@pytest.mark.slow
@pytest.mark.django_db
def test_another_origin_can_only_read_the_public_log_and_the_api(tmp_path: Path, settings: Any) -> None:
    settings.LOG_ROOT = tmp_path
    (tmp_path / "checkpoint").write_text("a log")
    site = Site()
    paths = [*paths_by_name(site.names).values(), "/admin/", "/log/checkpoint"]
    answers = {
        path: site.clients["owner"].get(path, headers={"Origin": "https://evil.example"}) for path in paths
    }
    read = {path for path, answer in answers.items() if "Access-Control-Allow-Origin" in answer.headers}
    # The API, oEmbed and the endpoints of OAuth ignore cookies, so another site learns only public data.
    of_oauth = {"/.well-known/oauth-authorization-server", "/oauth/token", "/oauth/revoke", "/oauth/device"}
    public = {"/log/checkpoint", "/oembed", *of_oauth}
    assert {path for path in read if not path.startswith("/api/v1/")} == public
    assert not any("Access-Control-Allow-Credentials" in answer.headers for answer in answers.values())


HOSTILE = """<script>alert('15-2')</script><img src=x onerror="alert(2)">{{ 7|add:7 }}"""


@pytest.mark.slow
@pytest.mark.django_db
def test_user_text_is_escaped_everywhere() -> None:
    site = Site()
    ann, dora, boss = (site.people[who] for who in ("owner", "banned", "host"))
    warn(by=boss, player=ann, reason=HOSTILE)
    ban(by=boss, player=dora, reason=HOSTILE)
    dora.refresh_from_db()
    create_appeal(player=dora, text=HOSTILE)
    said = Chat.objects.create(game_id=site.names["live"], player=dora, seat=1, text=HOSTILE, at=clock.now())
    Report.objects.create(said=said, by=ann, why=HOSTILE, at=clock.now())
    lists = ("ruling", "appeal", "report", "chat")
    pages = {
        "owner": ("/", "/settings", f"/lab?cards={quote(HOSTILE)}", f"/@{quote(HOSTILE)}"),
        "banned": ("/", "/appeal"),
        "host": ("/admin/", *(f"/admin/game/{name}/" for name in lists)),
    }
    for who, paths in pages.items():
        for path in paths:
            page = site.clients[who].get(path).content.decode()
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            assert "&lt;script&gt;alert" in page or path in ("/admin/", "/settings"), path


def test_security_txt_is_served_if_the_host_set_a_contact(client: Client, settings: Any) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:host@cards.example"
    answer = client.get("/.well-known/security.txt")
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert fields["Contact"] == "mailto:host@cards.example"
    assert timedelta(0) < datetime.fromisoformat(fields["Expires"]) - clock.now() < timedelta(days=366)
