"""A player who has just typed the password is not asked again, and no other session gets past it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from oauth2_provider.models import Grant

from common import clock
from game.accounts.guests import create_guest
from game.bot_accounts.models import BotAccount
from game.models import Player
from game.tokens.models import Token
from programs.oauth.models import Connection
from tests.worlds.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    AccountClient,
    create_account,
    last_mail_path,
)
from tests.worlds.oauth import App
from tests.worlds.second_factor import asked_for_a_code, code_for, key, phone

pytestmark = pytest.mark.django_db

__all__ = ["key", "phone"]

CONFIRM = "/accounts/confirm/"


@pytest.fixture
def anna(db: None) -> Player:
    return create_account("Anna")


@pytest.fixture
def annas(anna: Player) -> AccountClient:
    """Return a browser in which Anna has just logged in."""
    browser = AccountClient(Client())
    browser.post("login", login="Anna", password=PASSWORD)
    return browser


@pytest.fixture
def shift() -> Iterator[Callable[[float], None]]:
    """Move the clock by minutes until the end of a test."""
    moved = []

    def move(minutes: float) -> None:
        moved.append(timedelta(minutes=minutes))
        clock.shift(moved[-1])

    yield move
    clock.shift(-sum(moved, timedelta()))


def ask_everywhere(browser: Client, app: App) -> list[Any]:
    """Return the answers of the pages that give something to a program."""
    device = App(app.row.user, has_devices=True, redirects="")
    return [
        browser.get(app.link()),
        browser.post(app.link(), {"do": "allow"}),
        browser.post("/device", {"code": device.ask_by_device()["user_code"], "do": "allow"}),
        browser.post("/settings/tokens", {"name": "Board", "days": "90"}),
        browser.post("/settings/bots", {"name": "Deep", "do": "make"}),
    ]


def assert_asked(browser: Client, app: App) -> None:
    """Check that no page gives a program anything before the password."""
    answers = ask_everywhere(browser, app)
    assert [answer.status_code for answer in answers] == [302] * 5
    assert [answer["Location"].startswith((CONFIRM, app.link())) for answer in answers] == [True] * 5
    for model in (Grant, Connection, Token, BotAccount):
        assert not model.objects.exists()


def assert_not_asked(browser: Client, app: App) -> None:
    answers = ask_everywhere(browser, app)
    assert [answer.status_code for answer in answers] == [200, 302, 200, 200, 200]
    assert answers[1]["Location"].startswith(f"{app.back}?code=")


def test_log_in_on_the_way_to_an_app_is_the_only_question(anna: Player, app: App) -> None:
    browser = Client()
    to_log_in = browser.get(app.link())["Location"]
    fields = {"login": "Anna", "password": PASSWORD, "next": app.link()}
    answer = browser.post(to_log_in, fields, follow=True)
    assert [where for where, _ in answer.redirect_chain] == [app.link()]
    assert "Connect Cribbage Board?" in answer.content.decode()
    tokens = app.swap(app.allowed_code(browser))
    assert tokens.status_code == 200


def test_fresh_log_in_is_enough_on_every_page(annas: AccountClient, app: App) -> None:
    assert_not_asked(annas.client, app)


def test_log_in_of_a_guest_is_enough(anna: Player, app: App) -> None:
    browser = AccountClient(Client())
    browser.client.force_login(create_guest())
    browser.post("login", login="Anna", password=PASSWORD)
    assert_not_asked(browser.client, app)


@pytest.mark.parametrize(("minutes", "is_asked"), [(4.9, False), (5.1, True), (600, True), (-1, True)])
def test_old_session_is_asked(
    annas: AccountClient, app: App, shift: Callable[[float], None], minutes: float, is_asked: bool
) -> None:
    shift(minutes)
    (assert_asked if is_asked else assert_not_asked)(annas.client, app)


def test_thief_of_an_old_session_cannot_make_it_new(
    annas: AccountClient, app: App, shift: Callable[[float], None]
) -> None:
    create_account("Eve")
    shift(6)
    annas.post("login", login="Anna", password="guessed")
    annas.post("login", login="Eve", password=PASSWORD)
    annas.post("confirm", password="guessed")
    annas.post("password", oldpassword="guessed", password1=OTHER_PASSWORD)
    annas.post("signup", username="Mallory", password1=OTHER_PASSWORD)
    assert_asked(annas.client, app)


def test_session_without_a_log_in_is_asked(anna: Player, app: App) -> None:
    browser = Client()
    browser.force_login(anna, backend="game.accounts.password.ByNameOrEmail")
    assert_asked(browser, app)


def test_guest_is_sent_to_the_log_in(app: App) -> None:
    browser = Client()
    browser.force_login(create_guest())
    for answer in ask_everywhere(browser, app):
        assert answer["Location"].startswith("/accounts/login/")


def test_reset_by_mail_confirms_nothing_before_its_log_in(annas: AccountClient, app: App) -> None:
    anna = Player.objects.get(username="Anna")
    Player.objects.filter(pk=anna.pk).update(email="anna@example.com")
    EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True, primary=True)
    browser = AccountClient(Client())
    browser.post("password/reset", email="anna@example.com")
    where = browser.client.get(last_mail_path(), follow=True).redirect_chain[-1][0]
    browser.client.post(where, {"password1": OTHER_PASSWORD})
    for one in (browser, annas):  # the reset is no log-in, and has ended the session elsewhere
        for answer in ask_everywhere(one.client, app):
            assert answer["Location"].startswith("/accounts/login/")


class TestSecondFactor:
    def test_password_alone_is_no_log_in(self, phone: str, app: App) -> None:
        browser = AccountClient(Client())
        asked_for_a_code(browser)
        for answer in ask_everywhere(browser.client, app):
            assert answer["Location"].startswith("/accounts/login/")

    def test_log_in_with_the_code_is_enough(
        self, phone: str, app: App, shift: Callable[[float], None]
    ) -> None:
        browser = AccountClient(Client())
        asked_for_a_code(browser)
        browser.post("login/code", code=code_for(phone))
        assert_not_asked(browser.client, app)

    def test_old_session_is_asked(self, phone: str, app: App, shift: Callable[[float], None]) -> None:
        browser = AccountClient(Client())
        asked_for_a_code(browser)
        browser.post("login/code", code=code_for(phone))
        shift(6)
        assert_asked(browser.client, app)


@pytest.mark.parametrize("page", ["email", "second-factor/on"])
def test_address_and_second_factor_ask_even_after_a_log_in(annas: AccountClient, page: str) -> None:
    answer = annas.post(page, action_add="", email="anna@cards.example")
    assert answer["Location"].startswith(CONFIRM)
    assert not EmailAddress.objects.exists()
