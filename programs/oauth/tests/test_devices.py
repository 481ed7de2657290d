"""A device shows a code, its player types it, and the device gets tokens."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from oauth2_provider.models import DeviceGrant

from common import clock
from game.accounts.rate_limits import DEVICE_CODES
from game.models import Player
from game.tokens.models import Token
from people.moderation.rulings import ban
from tests.worlds.api import bearer, get
from tests.worlds.oauth import App, log_in
from tests.worlds.people import REASON, host, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(db: None) -> App:
    return App(player("Bob"), has_devices=True, redirects="")


def wait() -> None:
    """Let the device's pause between two requests pass."""
    DeviceGrant.objects.update(last_checked=clock.now() - timedelta(seconds=6))


def test_typed_code_connects_the_device(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device("play challenge")
    assert codes["verification_uri"] == "http://testserver/device"
    assert codes["verification_uri_complete"].endswith(f"?code={codes['user_code']}")
    assert bot.poll(codes["device_code"]).json()["error"] == "slow_down"
    wait()
    assert bot.poll(codes["device_code"]).json()["error"] == "authorization_pending"
    browser = log_in(ann)
    typed = codes["user_code"].lower().replace("-", " ")
    page = browser.post("/device", {"code": typed}).content.decode()
    assert "Cribbage Board" in page
    assert "Play your games" in page
    assert "is connected" in browser.post("/device", {"code": typed, "do": "allow"}).content.decode()
    tokens = bot.poll(codes["device_code"]).json()
    assert get("/me", **bearer(tokens["access_token"])).json()["token"]["scopes"] == ["challenge", "play"]
    assert bot.refresh(tokens["refresh_token"]).status_code == 200


def test_allowed_device_gets_tokens_once(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device()
    log_in(ann).post("/device", {"code": codes["user_code"], "do": "allow"})
    assert bot.poll(codes["device_code"]).status_code == 200
    assert bot.poll(codes["device_code"]).json()["error"] == "invalid_grant"
    assert Token.objects.count() == 1


def test_refused_device_gets_nothing(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device()
    browser = log_in(ann)
    browser.post("/device", {"code": codes["user_code"], "do": "refuse"})
    assert bot.poll(codes["device_code"]).json()["error"] == "access_denied"
    assert browser.post("/device", {"code": codes["user_code"], "do": "allow"}).status_code == 400
    assert bot.poll(codes["device_code"]).json()["error"] == "invalid_grant"


def test_decision_is_final(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device()
    assert log_in(ann).post("/device", {"code": codes["user_code"], "do": "allow"}).status_code == 200
    eve = log_in(player("Eve"))
    assert eve.post("/device", {"code": codes["user_code"], "do": "allow"}).status_code == 400
    assert DeviceGrant.objects.get().user == ann


def test_code_expires(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device()
    DeviceGrant.objects.update(expires=clock.now())
    assert log_in(ann).post("/device", {"code": codes["user_code"], "do": "allow"}).status_code == 400
    assert bot.poll(codes["device_code"]).json()["error"] == "expired_token"


def test_device_code_is_worth_nothing_to_another_app(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device()
    log_in(ann).post("/device", {"code": codes["user_code"], "do": "allow"})
    other = App(player("Eve"), has_devices=True, redirects="")
    assert other.poll(codes["device_code"]).json()["error"] == "invalid_grant"
    assert not Token.objects.exists()


def test_device_code_is_stored_as_a_digest(bot: App) -> None:
    codes = bot.ask_by_device()
    assert codes["device_code"] not in repr([*DeviceGrant.objects.values()])


def test_app_that_shows_no_code_gets_none(app: App) -> None:
    answer = app.call("/oauth/device")
    assert (answer.status_code, answer.json()["error"]) == (400, "unauthorized_client")
    assert app.poll("x").json()["error"] == "unauthorized_client"


@pytest.mark.parametrize("scope", ["admin", "play admin"])
def test_unknown_scope_is_refused(bot: App, scope: str) -> None:
    assert bot.call("/oauth/device", scope=scope).json()["error"] == "invalid_scope"


def test_banned_player_connects_nothing(ann: Player, bot: App) -> None:
    codes, browser = bot.ask_by_device(), log_in(ann)
    browser.post("/device", {"code": codes["user_code"], "do": "allow"})
    ban(by=host(), player=ann, reason=REASON)
    assert bot.poll(codes["device_code"]).json()["error"] == "invalid_grant"
    assert browser.post("/device", {"code": codes["user_code"]}).status_code == 403


def test_codes_cannot_be_guessed(ann: Player, bot: App) -> None:
    bot.ask_by_device()
    browser = log_in(ann)
    cache.clear()
    answers = [
        browser.post("/device", {"code": f"AAAA-{n:04}", "do": "allow"}).status_code
        for n in range(DEVICE_CODES.limit + 3)
    ]
    assert answers == [400] * DEVICE_CODES.limit + [429] * 3


@pytest.mark.parametrize("code", ["", "a\0b", "x" * 5000, "<script>alert(1)</script>", "🂡🂡🂡🂡-🂡🂡🂡🂡"])
def test_nonsense_is_refused(ann: Player, code: str) -> None:
    answer = log_in(ann).post("/device", {"code": code})
    assert answer.status_code == 400
    assert "<script>alert" not in answer.content.decode()


def test_password_is_confirmed_and_other_sites_cannot_decide(ann: Player, bot: App) -> None:
    codes = bot.ask_by_device()
    answer = log_in(ann, confirms=False).post("/device", {"code": codes["user_code"], "do": "allow"})
    assert answer["Location"].startswith("/accounts/confirm/")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann, backend="game.accounts.password.ByNameOrEmail")
    assert strict.post("/device", {"code": codes["user_code"], "do": "allow"}).status_code == 403
    assert DeviceGrant.objects.get().status == DeviceGrant.AUTHORIZATION_PENDING
