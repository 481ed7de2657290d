"""A host stops an app: it loses everything at once, gets nothing new, and its owner learns why."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from oauth2_provider.models import AccessToken, DeviceGrant, Grant, RefreshToken

from common import clock
from common.refusal import Refusal
from game.models import Player
from game.tokens.models import Token
from people.notices.models import Notice
from people.notices.sentences import describe
from people.settings.deletion import delete_account
from programs.oauth.connections import connect
from programs.oauth.decisions import allow, stop
from programs.oauth.models import AppDecision, Connection
from programs.oauth.validator import Validator
from tests.worlds.api import bearer, get, make_text
from tests.worlds.oauth import App, log_in
from tests.worlds.people import REASON, host, moderator, player

pytestmark = pytest.mark.django_db

SENTENCE = "A host of this site has stopped this app."


@pytest.fixture
def boss(db: None) -> Player:
    return host()


def admin_of(one: Player) -> Client:
    browser = Client()
    browser.force_login(one, backend="game.accounts.password.ByNameOrEmail")
    return browser


def page_of(app: App, do: str = "change") -> str:
    return f"/admin/oauth2_provider/application/{app.row.pk}/{do}/"


def assert_refused(answer: Any) -> None:
    assert (answer.status_code, answer.json()) == (
        400, {"error": "unauthorized_client", "error_description": SENTENCE},
    )  # fmt: skip


class TestStopping:
    def test_every_token_ends_at_once_and_other_programs_go_on(
        self, ann: Player, app: App, boss: Player
    ) -> None:
        browser, own = log_in(ann), make_text(ann)
        tokens, other = app.tokens_of(browser), App(player("Eve")).tokens_of(browser)
        app.allowed_code(browser)
        stop(by=boss, app=app.row, reason=REASON)
        assert get("/me", **bearer(tokens["access_token"])).status_code == 401
        assert [get("/me", **bearer(text)).status_code for text in (own, other["access_token"])] == [200, 200]
        for model in (AccessToken, RefreshToken, Grant, Connection):
            key = "app" if model is Connection else "application"
            assert not model.objects.filter(**{key: app.row}).exists()

    def test_it_gets_nothing_new_and_is_told_why(self, ann: Player, app: App, boss: Player) -> None:
        browser = log_in(ann)
        tokens, code = app.tokens_of(browser), app.allowed_code(browser)
        stop(by=boss, app=app.row, reason=REASON)
        assert_refused(app.refresh(tokens["refresh_token"]))
        assert_refused(app.swap(code))
        for answer in (browser.get(app.link()), browser.post(app.link(), {"do": "allow"})):
            assert answer.status_code == 403
            assert "has stopped Cribbage Board" in answer.content.decode()
        assert not Grant.objects.exists()

    def test_its_devices_get_nothing(self, ann: Player, boss: Player) -> None:
        bot = App(player("Bob"), has_devices=True, redirects="")
        waiting = bot.ask_by_device()
        stop(by=boss, app=bot.row, reason=REASON)
        assert not DeviceGrant.objects.exists()
        assert_refused(bot.call("/oauth/device", scope="play"))
        assert_refused(bot.poll(waiting["device_code"]))
        answer = log_in(ann).post("/device", {"code": waiting["user_code"], "do": "allow"})
        assert (answer.status_code, Connection.objects.count()) == (400, 0)

    def test_its_secret_is_checked_first(self, ann: Player, boss: Player) -> None:
        web = App(player("Bob"), keeps_secret=True)
        tokens = web.tokens_of(log_in(ann))
        stop(by=boss, app=web.row, reason=REASON)
        wrong = web.refresh(tokens["refresh_token"], client_secret="wrong")
        assert (wrong.status_code, wrong.json()["error"]) == (401, "invalid_client")
        assert_refused(web.refresh(tokens["refresh_token"]))

    def test_token_that_is_given_meanwhile_is_not_stored(
        self, ann: Player, app: App, boss: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The stop comes between the checks of a request and its new tokens."""
        code, save = app.allowed_code(log_in(ann)), Validator.save_bearer_token

        def save_late(self: Validator, token: Any, request: Any) -> None:
            with transaction.atomic():
                stop(by=boss, app=app.row, reason=REASON)
                connect(ann, app.row, ["play"])
            save(self, token, request)

        monkeypatch.setattr(Validator, "save_bearer_token", save_late)
        assert_refused(app.swap(code))
        for model in (AccessToken, RefreshToken, Token):
            assert not model.objects.exists()


def test_owner_is_notified_and_sees_the_reason(app: App, boss: Player) -> None:
    browser = log_in(app.row.user)
    stop(by=boss, app=app.row, reason=REASON)
    assert REASON in browser.get("/settings/apps").content.decode()
    notice = Notice.objects.get(player=app.row.user)
    assert (notice.kind, notice.parts["reason"], notice.parts["url"]) == (
        "app_decision", REASON, "/settings/apps",
    )  # fmt: skip
    assert describe(notice) == f"The host stopped your app Cribbage Board: {REASON}"
    allow(by=boss, app=app.row, reason="It is corrected.")
    assert REASON not in browser.get("/settings/apps").content.decode()
    latest = Notice.objects.filter(player=app.row.user).latest("pk")
    assert describe(latest) == "The host allows your app Cribbage Board again: It is corrected."


def test_app_that_is_allowed_again_asks_its_players_again(ann: Player, app: App, boss: Player) -> None:
    browser = log_in(ann)
    old = app.tokens_of(browser)
    stop(by=boss, app=app.row, reason=REASON)
    allow(by=boss, app=app.row, reason="It is corrected.")
    assert app.refresh(old["refresh_token"]).json()["error"] == "invalid_grant"
    assert get("/me", **bearer(app.tokens_of(browser)["access_token"])).status_code == 200


class TestTheRecord:
    def test_every_decision_has_its_host_and_reason(self, app: App, boss: Player) -> None:
        stop(by=boss, app=app.row, reason=REASON)
        allow(by=boss, app=app.row, reason="It is corrected.")
        rows = AppDecision.objects.order_by("pk").values_list("kind", "by", "reason", "client_id")
        assert [*rows] == [
            ("stop", boss.pk, REASON, app.client_id), ("allow", boss.pk, "It is corrected.", app.client_id),
        ]  # fmt: skip

    @pytest.mark.parametrize("how", ["its owner deletes it", "its owner goes"])
    def test_record_stays_without_the_app(self, app: App, boss: Player, how: str) -> None:
        stop(by=boss, app=app.row, reason=REASON)
        client_id, owner = app.client_id, app.row.user
        if how == "its owner goes":
            delete_account(owner)
        else:
            log_in(owner).post(f"/settings/apps/{app.row.pk}/delete")
        decision = AppDecision.objects.get()
        assert (decision.app, decision.client_id, decision.reason) == (None, client_id, REASON)
        page = admin_of(boss).get("/admin/oauth/appdecision/").content.decode()
        assert client_id in page
        with pytest.raises(Refusal, match="deleted"):
            stop(by=boss, app=app.row, reason=REASON)

    def test_double_click_decides_once(self, app: App, boss: Player) -> None:
        for rule in (stop, allow):
            rule(by=boss, app=app.row, reason=REASON)
            with pytest.raises(Refusal) as fault:
                rule(by=boss, app=app.row, reason=REASON)
            assert fault.value.code == "too_late"
        assert [AppDecision.objects.count(), Notice.objects.count()] == [2, 2]

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\u202eb"])
    def test_decision_without_a_proper_reason_changes_nothing(
        self, ann: Player, app: App, boss: Player, reason: str
    ) -> None:
        tokens = app.tokens_of(log_in(ann))
        with pytest.raises(Refusal):
            stop(by=boss, app=app.row, reason=reason)
        assert get("/me", **bearer(tokens["access_token"])).status_code == 200
        assert not AppDecision.objects.exists()


class TestTheAdmin:
    def test_host_sees_who_uses_an_app_and_stops_it(self, ann: Player, app: App, boss: Player) -> None:
        browser = admin_of(boss)
        for one in (ann, player("Eve")):
            app.tokens_of(log_in(one))
            app.tokens_of(log_in(one))
        listed = browser.get("/admin/oauth2_provider/application/").content.decode()
        for words in ("Cribbage Board", "Bob"):
            assert words in listed
        page = browser.get(page_of(app)).content.decode()
        assert "stop-app" in page
        assert "allow-app" not in page
        row = browser.get("/admin/oauth2_provider/application/").context["cl"].result_list[0]
        assert (row.people_now, row.last_token_at) == (2, RefreshToken.objects.latest("created").created)
        asked = browser.get(page_of(app, "stop-app"))
        assert "ends at once" in asked.content.decode()
        assert browser.post(page_of(app, "stop-app"), {"reason": ""}).status_code == 400
        assert browser.post(page_of(app, "stop-app"), {"reason": REASON}).status_code == 302
        page = browser.get(page_of(app)).content.decode()
        assert REASON in page
        assert "allow-app" in page
        filtered = "/admin/oauth2_provider/application/?state="
        assert "Cribbage Board" in browser.get(f"{filtered}stopped").content.decode()
        assert "Cribbage Board" not in browser.get(f"{filtered}runs").content.decode()

    @pytest.mark.parametrize("term", ["Bob", "the client ID"])
    def test_app_is_found(self, app: App, boss: Player, term: str) -> None:
        App(player("Eve")).row.__class__.objects.exclude(pk=app.row.pk).update(name="Other")
        term = app.client_id if term == "the client ID" else term
        found = admin_of(boss).get("/admin/oauth2_provider/application/", {"q": term})
        assert [row.pk for row in found.context["cl"].result_list] == [app.row.pk]

    def test_page_shows_no_secret(self, boss: Player) -> None:
        web = App(player("Bob"), keeps_secret=True)
        page = admin_of(boss).get(page_of(web)).content.decode()
        assert web.row.client_secret not in page
        assert not re.search(r"eos_", page)

    @pytest.mark.parametrize("who", ["owner", "player", "moderator", "banned host"])
    def test_others_may_not_decide(self, ann: Player, app: App, boss: Player, who: str) -> None:
        make: dict[str, Callable[[], Player]] = {
            "owner": lambda: app.row.user,
            "player": lambda: ann,
            "moderator": moderator,
            "banned host": lambda: player(
                "Ex", is_staff=True, is_superuser=True, banned_until=clock.now() + timedelta(days=1)
            ),
        }
        one = make[who]()
        answer = admin_of(one).post(page_of(app, "stop-app"), {"reason": REASON})
        assert answer.status_code in (302, 403)
        with pytest.raises(Refusal):
            stop(by=one, app=app.row, reason=REASON)
        assert not AppDecision.objects.exists()
