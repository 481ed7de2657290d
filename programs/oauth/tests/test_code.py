"""An app gets a code by the player's consent, and swaps it once: PKCE, addresses, replays."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from common import clock
from game.models import Player
from game.tokens.models import Token
from programs.oauth.models import Connection
from programs.oauth.validator import Validator
from tests.worlds.api import bearer, get
from tests.worlds.oauth import BACK, App, log_in, new_verifier, parameters_of
from tests.worlds.people import player

pytestmark = pytest.mark.django_db


class TestTheWay:
    def test_code_becomes_tokens_that_open_the_api(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann), "play challenge")
        assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 3600)
        assert {*tokens["scope"].split()} == {"play", "challenge"}
        me = get("/me", **bearer(tokens["access_token"])).json()
        assert (me["name"], me["token"]["name"]) == ("Ann", "Cribbage Board")
        assert me["token"]["scopes"] == ["challenge", "play"]

    def test_consent_page_names_the_app_its_author_and_every_scope(self, ann: Player, app: App) -> None:
        page = log_in(ann).get(app.link("play bot")).content.decode()
        for words in ("Cribbage Board", "Bob", "Ann", "app.example", "Play your games", "Play as a bot"):
            assert words in page
        assert "Ask for reviews" not in page

    def test_consent_page_is_french_for_a_french_player(self, ann: Player, app: App) -> None:
        browser = log_in(ann)
        page = browser.get(app.link(), headers={"accept-language": "fr"}).content.decode()
        assert "Autoriser" in page
        assert "Jouer vos parties" in page

    def test_app_without_scopes_only_reads(self, ann: Player, app: App) -> None:
        tokens = app.tokens_of(log_in(ann), "")
        assert get("/me", **bearer(tokens["access_token"])).json()["token"]["scopes"] == []

    def test_state_and_issuer_come_back_with_the_code(self, ann: Player, app: App) -> None:
        answer = log_in(ann).post(app.link(), {"do": "allow"})
        came = parameters_of(answer)
        assert (came["state"], came["iss"]) == ("a-state", "http://testserver")
        assert answer["Location"].startswith(f"{BACK}?")

    @pytest.mark.parametrize("do", ["refuse", "", "nonsense"])
    def test_player_who_refuses_goes_back_without_a_code(self, ann: Player, app: App, do: str) -> None:
        came = parameters_of(log_in(ann).post(app.link(), {"do": do}))
        assert (came["error"], came["state"]) == ("access_denied", "a-state")
        assert not Grant.objects.exists()
        assert not Connection.objects.exists()

    def test_stranger_logs_in_first_and_comes_back(self, app: App) -> None:
        answer = Client().get(app.link())
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/?next=/oauth/authorize")

    def test_player_confirms_the_password_first(self, ann: Player, app: App) -> None:
        browser = log_in(ann, confirms=False)
        answer = browser.get(app.link())
        assert answer["Location"].startswith("/accounts/confirm/?next=%2Foauth%2Fauthorize")
        posted = browser.post(app.link(), {"do": "allow"})
        assert posted["Location"] == app.link()
        assert not Grant.objects.exists()

    def test_app_on_the_players_machine_may_use_any_port(self, ann: Player) -> None:
        native = App(player("Bob"), redirects="http://127.0.0.1/done")
        native.back = "http://127.0.0.1:51004/done"
        assert native.tokens_of(log_in(ann))["access_token"]

    def test_app_with_a_scheme_of_its_own(self, ann: Player) -> None:
        native = App(player("Bob"), redirects="org.example.board:/done")
        answer = log_in(ann).post(native.link(), {"do": "allow"})
        assert answer["Location"].startswith("org.example.board:/done?code=")


class TestPkce:
    @pytest.mark.parametrize(
        "changed",
        [
            {"code_challenge": None, "code_challenge_method": None},
            {"code_challenge": None},
            {"code_challenge_method": None},
            {"code_challenge_method": "plain"},
        ],
        ids=["without", "without a challenge", "without a method", "plain"],
    )
    def test_request_without_a_hashed_challenge_is_refused(
        self, ann: Player, app: App, changed: dict[str, None]
    ) -> None:
        browser = log_in(ann)
        for answer in (browser.get(app.link(**changed)), browser.post(app.link(**changed), {"do": "allow"})):
            assert answer.status_code == 400
        assert not Grant.objects.exists()

    @pytest.mark.parametrize("verifier", ["", "short", new_verifier()], ids=["none", "short", "another"])
    def test_code_without_its_verifier_is_worth_nothing(self, ann: Player, app: App, verifier: str) -> None:
        code = app.allowed_code(log_in(ann))
        assert app.swap(code, code_verifier=verifier).status_code == 400
        assert not Token.objects.exists()


class TestAddresses:
    @pytest.mark.parametrize(
        "other",
        [
            "https://evil.example/done",
            "https://app.example/done/",
            "https://app.example/done?next=https://evil.example",
            "https://app.example/done/../evil",
            "https://app.example:444/done",
            "https://app.example@evil.example/done",
            "https://app.example.evil.example/done",
            "http://app.example/done",
            "https://app.example/done#x",
            "javascript:alert(1)",
            "//evil.example/done",
            "",
        ],
    )
    @pytest.mark.parametrize("do", ["", "allow", "refuse"], ids=["shown", "allowed", "refused"])
    def test_other_address_is_never_led_to(self, ann: Player, app: App, other: str, do: str) -> None:
        browser = log_in(ann)
        link = app.link(redirect_uri=other)
        answer = browser.post(link, {"do": do}) if do else browser.get(link)
        assert answer.status_code == 400
        assert "evil" not in answer.content.decode().partition("<main")[2].partition("</main>")[0]
        assert not Grant.objects.exists()

    @pytest.mark.parametrize(
        "changed", [{"scope": "admin"}, {"response_type": "token"}, {"response_type": "id_token"}]
    )
    def test_mistake_leads_nowhere_by_itself(self, ann: Player, app: App, changed: dict[str, str]) -> None:
        answer = log_in(ann).get(app.link(**changed))
        assert answer.status_code == 400
        assert f'href="{BACK}?error=' in answer.content.decode()

    @pytest.mark.parametrize("client_id", ["app_unknown", "", "a\0b", "x" * 5000])
    def test_unknown_app_is_refused(self, ann: Player, app: App, client_id: str) -> None:
        assert log_in(ann).get(app.link(client_id=client_id)).status_code == 400

    @pytest.mark.parametrize(
        "query", ["", "?client_id=%ff", "?a=%zz", "?scope=%00", "?client_id=a&client_id=b"]
    )
    def test_nonsense_is_refused(self, ann: Player, query: str) -> None:
        assert log_in(ann).get(f"/oauth/authorize{query}").status_code == 400

    def test_code_is_worth_nothing_with_another_address(self, ann: Player, app: App) -> None:
        code = app.allowed_code(log_in(ann))
        assert app.swap(code, redirect_uri="https://evil.example/done").status_code == 400
        assert not Token.objects.exists()

    def test_code_is_worth_nothing_to_another_app(self, ann: Player, app: App) -> None:
        code = app.allowed_code(log_in(ann))
        other = App(player("Eve"))
        answer = other.swap(code, code_verifier=app.verifier)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


class TestReplay:
    def test_code_works_once_and_its_replay_ends_what_it_opened(self, ann: Player, app: App) -> None:
        code = app.allowed_code(log_in(ann))
        tokens = app.swap(code).json()
        again = app.swap(code)
        assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
        assert get("/me", **bearer(tokens["access_token"])).status_code == 401
        assert app.refresh(tokens["refresh_token"]).status_code == 400
        assert not Token.objects.exists()

    def test_replay_by_another_app_ends_nothing(self, ann: Player, app: App) -> None:
        code = app.allowed_code(log_in(ann))
        tokens = app.swap(code).json()
        assert App(player("Eve")).swap(code, code_verifier=app.verifier).status_code == 400
        assert get("/me", **bearer(tokens["access_token"])).status_code == 200

    def test_code_lasts_a_minute(self, ann: Player, app: App) -> None:
        code = app.allowed_code(log_in(ann))
        Grant.objects.update(expires=clock.now() - timedelta(seconds=1))
        assert app.swap(code).status_code == 400


class TestThePage:
    def test_other_site_cannot_decide_for_a_player(self, ann: Player, app: App) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(ann, backend="game.accounts.password.ByNameOrEmail")
        assert browser.post(app.link(), {"do": "allow"}).status_code == 403
        assert not Grant.objects.exists()

    def test_page_cannot_be_framed_and_its_form_leads_to_the_app_alone(self, ann: Player, app: App) -> None:
        answer = log_in(ann).get(app.link())
        policy = answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in policy
        assert "form-action 'self' https://app.example;" in policy
        assert "no-store" in answer["Cache-Control"]

    def test_names_of_apps_are_escaped(self, ann: Player, app: App) -> None:
        app.row.name = "<script>alert(1)</script>"
        app.row.save()
        assert "<script>alert" not in log_in(ann).get(app.link()).content.decode()


def test_only_digests_of_tokens_are_stored(ann: Player, app: App) -> None:
    tokens = app.tokens_of(log_in(ann))
    stored = repr([*AccessToken.objects.values(), *RefreshToken.objects.values(), *Token.objects.values()])
    for text in (tokens["access_token"], tokens["refresh_token"]):
        assert text[4:] not in stored


def test_code_that_two_requests_swap_at_once_opens_nothing(
    ann: Player, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, save, first = app.allowed_code(log_in(ann)), Validator.save_bearer_token, []

    def save_late(self: Validator, token: Any, request: Any) -> None:
        if not first:  # all checks of this request are done: now the other one comes
            first.append(None)
            first[0] = app.swap(code).json()
        save(self, token, request)

    monkeypatch.setattr(Validator, "save_bearer_token", save_late)
    assert app.swap(code).json()["error"] == "invalid_grant"
    assert get("/me", **bearer(first[0]["access_token"])).status_code == 401
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_every_link_of_the_flow_is_on_this_site(app: App) -> None:
    described = Client().get("/.well-known/oauth-authorization-server").json()
    assert described["issuer"] == "http://testserver"
    addresses = {urlsplit(value).netloc for value in described.values() if str(value).startswith("http")}
    assert addresses == {"testserver"}
