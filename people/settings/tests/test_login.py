"""Logging in and out, and what that must not reveal."""

import time
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import BasePasswordHasher, get_hasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common import clock
from game.accounts.blocks import find_player_by_name
from game.accounts.guests import create_guest
from game.models import Player
from game.table import bot_accounts
from tests.worlds.accounts import PASSWORD, AccountClient, create_account, form_errors, page_text

pytestmark = pytest.mark.django_db


@pytest.mark.rows
@pytest.mark.parametrize("login", ["Anna", "anna", "ANNA ", "anna@example.com", "Anna@Example.com"])
def test_by_name_or_address_however_it_is_capitalised(nobody: AccountClient, login: str):
    create_account("Anna", "anna@example.com")
    answer = nobody.post("login", login=login, password=PASSWORD)
    assert answer["Location"] == "/"
    assert nobody.is_logged_in()


def test_an_address_counts_once_it_is_confirmed(nobody: AccountClient):
    create_account("Anna", "anna@example.com", verified=False)
    assert nobody.post("login", login="anna@example.com", password=PASSWORD).status_code == 400


def test_guests_bots_and_deleted_accounts_cannot_log_in(nobody: AccountClient):
    gone = create_account("Gone")
    Player.objects.filter(pk=gone.pk).update(is_active=False)
    for player in (create_guest(), bot_accounts.get_or_create_account("novice"), gone):
        answer = nobody.post("login", login=player.username, password=PASSWORD)
        assert form_errors(answer) == {"": "Wrong name or password."}


def test_a_log_out_is_posted(annas: AccountClient):
    assert "Log out" in page_text(annas.get("logout"))
    assert annas.is_logged_in()
    assert annas.post("logout")["Location"] == "/"
    assert not annas.is_logged_in()


class TestNothingIsGivenAway:
    @pytest.mark.parametrize(
        ("known", "unknown"), [("Anna", "Berta"), ("anna@example.com", "berta@example.com")]
    )
    def test_a_wrong_password_looks_like_a_wrong_name(self, nobody: AccountClient, known: str, unknown: str):
        create_account("Anna", "anna@example.com")
        answers = [nobody.post("login", login=login, password="wrong") for login in (known, unknown)]
        assert form_errors(answers[0]) == form_errors(answers[1])
        assert answers[0].status_code == answers[1].status_code == 400

    @pytest.mark.parametrize(
        "login",
        ["Anna", "Berta", "anna@example.com", "berta@example.com", "un@example.com", "Guest-1", "Novice"],
    )
    def test_and_takes_as_long(self, login: str):
        create_account("Anna", "anna@example.com")
        create_account("Una", "un@example.com", verified=False)
        bot_accounts.get_or_create_account("novice")
        hashed: list[str] = []
        plain = type(get_hasher()).encode

        def counted(self: BasePasswordHasher, password: str, salt: str) -> Any:
            hashed.append(password)
            return plain(self, password, salt)

        with patch.object(type(get_hasher()), "encode", counted):
            assert authenticate(username=login, email=login, password="wrong") is None
        assert len(hashed) == 1

    def test_signing_up_with_an_address_that_is_in_use_is_answered_like_any(self, mailoutbox: list[Any]):
        create_account("Anna", "anna@example.com")
        outcomes = []
        for name, email in (("Berta", "anna@example.com"), ("Carla", "carla@example.com")):
            browser = AccountClient(Client())
            answer = browser.post("signup", username=name, password1=PASSWORD, email=email)
            outcomes.append((answer.status_code, answer["Location"], browser.is_logged_in(), len(mailoutbox)))
            mailoutbox.clear()
        assert outcomes == [(302, "/", True, 1)] * 2


@pytest.mark.rows
class TestLimits:
    @pytest.mark.slow
    def test_after_five_wrong_passwords_no_other_is_tried(self, anna: Player, nobody: AccountClient):
        for _ in range(5):
            nobody.post("login", login="Anna", password="wrong")
        answer = nobody.post("login", login="aNNa", password=PASSWORD)
        assert "Too many wrong tries" in form_errors(answer)[""]
        assert (answer.status_code, answer["Retry-After"]) == (429, "300")

    @pytest.mark.slow
    def test_login_attempts_are_rate_limited(self, nobody: AccountClient):
        answers = [nobody.post("login") for _ in range(31)]
        assert answers[29].status_code == 400
        assert answers[30].status_code == 429
        assert "Too many tries" in page_text(answers[30])

    @pytest.mark.slow
    def test_password_mails_to_an_address_are_limited(self, nobody: AccountClient, mailoutbox: list[Any]):
        create_account("Anna", "anna@example.com")
        answers = [nobody.post("password/reset", email="anna@example.com") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [302] * 5 + [429]
        assert len(mailoutbox) == 5

    @pytest.mark.slow
    def test_rate_limited_visitor_sees_when_to_try_again(
        self, nobody: AccountClient, monkeypatch: pytest.MonkeyPatch
    ):
        began = time.time()

        def after(minutes: int) -> None:
            for its_module, name in ((time, "time"), (clock, "seconds")):  # allauth's clock, and ours
                monkeypatch.setattr(its_module, name, lambda: began + 60 * minutes)

        for minutes in range(5):
            after(minutes)
            nobody.post("password/reset", email="anna@example.com")
        refused = nobody.post("password/reset", email="Anna@example.com")
        assert (refused.status_code, refused["Retry-After"]) == (429, str(56 * 60))
        assert "ask for another in 56 minutes." in page_text(refused)
        after(60)
        assert nobody.post("password/reset", email="anna@example.com").status_code == 302

    @pytest.mark.slow
    def test_rate_limits_are_per_visitor(self, nobody: AccountClient, settings: Any):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

        def comes_from(address: str) -> int:
            # A client can send any header. The proxy appends the real origin.
            forwarded = f"9.9.9.9, {address}"
            return nobody.client.post("/accounts/login/", headers={"X-Forwarded-For": forwarded}).status_code

        assert [comes_from("192.0.2.1") for _ in range(31)][-1] == 429
        assert comes_from("192.0.2.2") == 400


@pytest.mark.slow
@pytest.mark.rows
def test_names_are_found_by_an_index(anna: Player):
    Player.objects.bulk_create(Player(username=f"Player-{n}") for n in range(2000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        with CaptureQueriesContext(connection) as queries:
            assert find_player_by_name("aNNa") == anna
        explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
        cursor.execute(f"{explain} {queries[0]['sql']}")
        assert "players_by_name" in str(cursor.fetchall())
