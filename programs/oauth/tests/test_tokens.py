"""Tokens of apps: refreshing, revoking, and everything that ends them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from oauth2_provider.models import AccessToken, DeviceGrant, Grant, RefreshToken

from common import clock
from common.personal_data import sections
from game.accounts.rate_limits import OAUTH
from game.models import Player
from game.tokens.models import Token
from game.tokens.scopes import Scope
from game.tokens.tokens import find_token, load_tokens
from people.moderation.rulings import ban
from people.settings.adapter import AccountAdapter
from people.settings.deletion import delete_account
from programs.oauth.connections import connect, load_connections
from programs.oauth.jobs import _delete
from programs.oauth.models import Connection
from tests.worlds.api import bearer, get, make_text
from tests.worlds.oauth import App, log_in
from tests.worlds.people import REASON, host, player

pytestmark = pytest.mark.django_db


def status_of(tokens: dict[str, Any]) -> int:
    """Return the status of a call with an app's access token."""
    return int(get("/me", **bearer(tokens["access_token"])).status_code)


def assert_dead(app: App, tokens: dict[str, Any]) -> None:
    assert status_of(tokens) == 401
    assert app.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


class TestRefreshing:
    def test_refresh_gives_new_tokens_and_ends_the_old(self, ann: Player, app: App) -> None:
        old = app.tokens_of(log_in(ann))
        new = app.refresh(old["refresh_token"]).json()
        assert (status_of(old), status_of(new)) == (401, 200)
        assert new["refresh_token"] != old["refresh_token"]
        assert app.refresh(new["refresh_token"]).status_code == 200

    def test_second_use_of_a_refresh_token_ends_the_family(self, ann: Player, app: App) -> None:
        old = app.tokens_of(log_in(ann))
        new = app.refresh(old["refresh_token"]).json()
        assert app.refresh(old["refresh_token"]).json()["error"] == "invalid_grant"
        assert_dead(app, new)

    def test_other_devices_of_the_app_go_on(self, ann: Player, app: App) -> None:
        browser = log_in(ann)
        one, other = app.tokens_of(browser), app.tokens_of(browser)
        app.refresh(one["refresh_token"])
        app.refresh(one["refresh_token"])
        assert status_of(other) == 200

    @pytest.mark.parametrize("scope", ["play challenge", "bot", "read play bot", "admin"])
    def test_scopes_never_grow(self, ann: Player, app: App, scope: str) -> None:
        tokens = app.tokens_of(log_in(ann), "play")
        answer = app.refresh(tokens["refresh_token"], scope=scope)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")

    def test_scopes_may_shrink(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann), "play challenge")
        assert app.refresh(tokens["refresh_token"], scope="challenge").json()["scope"] == "challenge"

    def test_other_app_cannot_refresh(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        other = App(player("Eve"))
        assert other.refresh(tokens["refresh_token"]).status_code == 400
        assert status_of(tokens) == 200

    def test_access_token_does_not_refresh(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        assert app.refresh(tokens["access_token"]).status_code == 400
        assert get("/me", **bearer(tokens["refresh_token"])).status_code == 401

    def test_unused_app_is_forgotten_after_ninety_days(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        AccessToken.objects.update(expires=clock.now() - timedelta(days=90, seconds=1))
        assert app.refresh(tokens["refresh_token"]).status_code == 400
        _delete()
        assert [AccessToken.objects.count(), RefreshToken.objects.count()] == [0, 0]


class TestSecret:
    """An app on a server of its own proves itself with its secret."""

    def test_secret_is_needed_with_the_code_and_stored_as_a_digest(self, ann: Player) -> None:
        web = App(player("Bob"), keeps_secret=True)
        assert web.secret[4:] not in repr([*type(web.row).objects.values()])
        browser = log_in(ann)
        code = web.allowed_code(browser)
        for wrong in ("", "wrong", web.row.client_secret):
            answer = web.swap(code, client_secret=wrong)
            assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
        tokens = web.swap(code).json()
        assert web.refresh(tokens["refresh_token"], client_secret="wrong").status_code == 401
        assert (
            web.call("/oauth/revoke", token=tokens["access_token"], client_secret="wrong").status_code == 401
        )
        assert status_of(tokens) == 200
        assert web.refresh(tokens["refresh_token"]).status_code == 200

    def test_secret_may_come_in_the_header(self, ann: Player) -> None:
        import base64

        web = App(player("Bob"), keeps_secret=True)
        code = web.allowed_code(log_in(ann))
        pair = base64.b64encode(f"{web.client_id}:{web.secret}".encode()).decode()
        fields = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": web.back,
            "code_verifier": web.verifier,
        }  # fmt: skip
        assert Client().post("/oauth/token", fields, HTTP_AUTHORIZATION=f"Basic {pair}").status_code == 200


@pytest.mark.parametrize("kind", ["password", "client_credentials", "implicit", "", "nonsense"])
@pytest.mark.parametrize("keeps_secret", [True, False])
def test_no_other_grant_gives_a_token(ann: Player, kind: str, keeps_secret: bool) -> None:
    app = App(player("Bob"), keeps_secret=keeps_secret)
    answer = app.call("/oauth/token", grant_type=kind, username="Ann", password="fifteen-two", scope="play")
    assert answer.status_code in (400, 401)
    assert "error" in answer.json()
    assert not Token.objects.exists()


class TestEnds:
    @pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
    def test_app_revokes_its_own_tokens(self, ann: Player, app: App, kind: str) -> None:
        tokens = app.tokens_of(log_in(ann))
        assert app.call("/oauth/revoke", token=tokens[kind]).status_code == 200
        assert_dead(app, tokens)
        assert app.call("/oauth/revoke", token=tokens[kind]).status_code == 200
        assert not load_connections(ann)

    def test_other_app_revokes_nothing(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        other = App(player("Eve"))
        assert other.call("/oauth/revoke", token=tokens["access_token"]).status_code == 200
        assert status_of(tokens) == 200

    def test_player_disconnects_the_app(self, ann: Player, app: App) -> None:
        browser = log_in(ann)
        tokens, code = app.tokens_of(browser), app.allowed_code(browser)
        assert "Cribbage Board" in browser.get("/settings/apps").content.decode()
        for _ in range(2):
            assert browser.post(f"/settings/apps/{app.row.pk}/disconnect").status_code == 302
        assert_dead(app, tokens)
        assert app.swap(code).status_code == 400
        assert "Cribbage Board" not in browser.get("/settings/apps").content.decode()

    def test_other_player_disconnects_nothing(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        log_in(player("Eve")).post(f"/settings/apps/{app.row.pk}/disconnect")
        assert status_of(tokens) == 200

    def test_owner_deletes_the_app(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        log_in(player("Eve")).post(f"/settings/apps/{app.row.pk}/delete")
        assert status_of(tokens) == 200
        log_in(app.row.user).post(f"/settings/apps/{app.row.pk}/delete")
        assert status_of(tokens) == 401
        assert [Token.objects.count(), Connection.objects.count()] == [0, 0]

    @pytest.mark.parametrize("by_site", [True, False], ids=["on the site", "by a command"])
    def test_new_password_ends_it(self, ann: Player, app: App, by_site: bool) -> None:
        browser = log_in(ann)
        tokens, code = app.tokens_of(browser), app.allowed_code(browser)
        if by_site:
            AccountAdapter().set_password(ann, "another-password")
        else:
            ann.set_password("another-password")
            ann.save()
        assert_dead(app, tokens)
        assert app.swap(code).status_code == 400
        # Nor does a new consent wake the old tokens up.
        connect(ann, app.row, ["play"])
        assert_dead(app, tokens)

    def test_ban_stops_it(self, ann: Player, app: App) -> None:
        browser = log_in(ann)
        tokens, code = app.tokens_of(browser), app.allowed_code(browser)
        ban(by=host(), player=ann, reason=REASON)
        answer = get("/me", **bearer(tokens["access_token"]))
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        assert app.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
        assert app.swap(code).json()["error"] == "invalid_grant"
        assert browser.get(app.link()).status_code == 403

    def test_consent_lasts_a_year(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        Connection.objects.update(allowed_at=clock.now() - timedelta(days=365))
        assert app.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"

    def test_closed_account_ends_it(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        Player.objects.filter(pk=ann.pk).update(is_active=False)
        assert_dead(app, tokens)

    def test_it_goes_with_its_account(self, ann: Player, app: App) -> None:
        browser = log_in(ann)
        app.tokens_of(browser)
        app.allowed_code(browser)
        delete_account(ann)
        for model in (Token, AccessToken, RefreshToken, Grant, Connection):
            assert not model.objects.exists()

    def test_it_goes_with_the_account_of_the_apps_author(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        delete_account(app.row.user)
        assert status_of(tokens) == 401

    def test_it_expires(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        Token.objects.update(expires_at=clock.now())
        assert status_of(tokens) == 401
        assert app.refresh(tokens["refresh_token"]).status_code == 200


def test_tokens_of_apps_are_not_among_those_that_a_player_makes(ann: Player, app: App) -> None:
    tokens = app.tokens_of(log_in(ann))
    own = make_text(ann)
    assert [token.name for token in load_tokens(ann)] == [find_token(own).name]  # type: ignore[union-attr]
    assert status_of(tokens) == 200


def test_all_tokens_of_an_app_for_an_account_share_a_rate_limit(ann: Player, app: App) -> None:
    first = find_token(app.tokens_of(log_in(ann))["access_token"])
    other = find_token(app.tokens_of(log_in(ann))["access_token"])
    theirs = find_token(app.tokens_of(log_in(player("Eve")))["access_token"])
    assert None not in (first, other, theirs)
    assert first.limit_key == other.limit_key != theirs.limit_key  # type: ignore[union-attr]


def test_export_has_apps_without_texts_and_digests(ann: Player, app: App) -> None:
    tokens = app.tokens_of(log_in(ann))
    names = [name for name in sections if name.startswith("app_") or name in ("own_apps", "connected_apps")]
    rows = {name: [*sections[name].rows(ann)] for name in names}
    assert rows["connected_apps"][0]["name"] == "Cribbage Board"
    assert all(map(rows.get, ("app_refresh_tokens", "app_access_tokens")))
    stored = [token.digest for token in Token.objects.all()]
    assert not [
        text for text in (*tokens.values(), *stored) if str(text) in repr(rows) and len(str(text)) > 20
    ]


def test_expired_rows_are_deleted(ann: Player, app: App) -> None:
    app.allowed_code(log_in(ann))
    device = App(player("Carl"), has_devices=True, redirects="")
    device.ask_by_device()
    past = clock.now() - timedelta(seconds=1)
    Grant.objects.update(expires=past)
    DeviceGrant.objects.update(expires=past)
    _delete()
    assert [Grant.objects.count(), DeviceGrant.objects.count()] == [0, 0]


class TestEndpoints:
    @pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/device"])
    def test_only_posts_are_answered_and_nonsense_is_refused(self, db: None, path: str) -> None:
        assert Client().get(path).status_code == 405
        for fields in ({}, {"client_id": "a\0b"}, {"token": "x" * 3000}, {"client_id": "app_unknown"}):
            answer = Client().post(path, fields)
            assert answer.status_code in (400, 401)
            assert answer["Content-Type"] == "application/json"
            assert answer["Cache-Control"] == "no-store"
            assert "error" in answer.json()

    def test_cookies_are_no_login_there(self, ann: Player, app: App) -> None:
        answer = log_in(ann).post("/oauth/token", {"grant_type": "refresh_token", "client_id": app.client_id})
        assert answer.status_code == 400

    @pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/device"])
    def test_page_of_another_origin_may_call_without_a_secret(self, db: None, path: str) -> None:
        asked = {"HTTP_ORIGIN": "https://app.example", "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "POST"}
        preflight = Client().options(path, **asked, HTTP_ACCESS_CONTROL_REQUEST_HEADERS="content-type")
        assert (preflight.status_code, preflight["Access-Control-Allow-Origin"]) == (204, "*")
        assert preflight["Access-Control-Allow-Methods"] == "POST"
        assert "authorization" not in preflight["Access-Control-Allow-Headers"].lower()
        refused = Client().post(path, {}, HTTP_ORIGIN="https://app.example")
        assert refused.status_code in (400, 401)
        assert refused["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in {**preflight.headers, **refused.headers}

    def test_page_of_another_origin_reads_its_tokens_and_gets_no_cookie(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann))
        fields = {"client_id": app.client_id, "refresh_token": tokens["refresh_token"]}
        for path, more in (("token", {"grant_type": "refresh_token"}), ("revoke", {"token": "eo_old"})):
            answer = Client().post(f"/oauth/{path}", fields | more, HTTP_ORIGIN="https://app.example")
            assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
            assert "Access-Control-Allow-Credentials" not in answer
            assert not answer.cookies

    def test_calls_are_counted_by_address(self, app: App) -> None:
        client = Client(REMOTE_ADDR="203.0.113.7")
        for _ in range(OAUTH.limit):
            OAUTH.acquire(None, "203.0.113.7")
        answer = client.post("/oauth/token", {})
        assert (answer.status_code, int(answer["Retry-After"]) > 0) == (429, True)
        assert "Retry-After" in answer["Access-Control-Expose-Headers"]

    def test_metadata(self, db: None) -> None:
        answer = Client().get("/.well-known/oauth-authorization-server")
        described = answer.json()
        assert described["token_endpoint"] == "http://testserver/oauth/token"
        assert described["code_challenge_methods_supported"] == ["S256"]
        assert described["response_types_supported"] == ["code"]
        assert "password" not in described["grant_types_supported"]
        assert {*described["scopes_supported"]} == {"read", *Scope.values}
        assert answer["Access-Control-Allow-Origin"] == "*"
