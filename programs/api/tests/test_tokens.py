"""Tokens: made after the password is confirmed, shown once, and ended in many ways."""

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from common import clock
from common.personal_data import sections
from game.models import Player
from game.tokens.models import Token
from game.tokens.scopes import Scope
from game.tokens.tokens import LENGTH, MAX_PER_ACCOUNT, delete_expired_tokens, find_token, revoke
from people.moderation.rulings import ban
from people.settings.adapter import AccountAdapter
from people.settings.deletion import delete_account
from tests.worlds.api import bearer, get, make_text
from tests.worlds.people import REASON, host, player

pytestmark = pytest.mark.django_db

PASSWORD = "fifteen-two"  # of all players in these tests
WANTED = {"name": "my bot", "scope-play": "on", "days": "30"}


@pytest.fixture
def ann() -> Player:
    return player("Ann")


def log_in(one: Player) -> Client:
    """Return a browser in which a player has just typed the password again."""
    browser = Client()
    browser.force_login(one, backend="game.accounts.password.ByNameOrEmail")
    assert browser.post("/accounts/confirm/", {"password": PASSWORD}).status_code == 302
    return browser


def shown_in(response: Any) -> str:
    """Return the token that a page shows."""
    return re.findall(r"eo_[\w-]{43}", response.content.decode())[0]


class TestThePage:
    def test_a_token_is_shown_once_and_works(self, ann: Player) -> None:
        browser = log_in(ann)
        text = shown_in(browser.post("/settings/tokens", WANTED))
        assert len(text) == LENGTH
        assert get("/me", **bearer(text)).json()["token"]["scopes"] == ["play"]
        again = browser.get("/settings/tokens").content.decode()
        assert "my bot" in again
        assert text not in again

    def test_only_the_digest_of_a_token_is_stored(self, ann: Player) -> None:
        text = make_text(ann, Scope.PLAY)
        (row,) = Token.objects.values()
        assert row["digest"] == sha256(text.encode()).hexdigest()
        assert text[3:] not in repr(row)

    def test_its_owner_is_asked_for_the_password_first(self, ann: Player) -> None:
        browser = Client()
        browser.force_login(ann, backend="game.accounts.password.ByNameOrEmail")
        answer = browser.post("/settings/tokens", WANTED)
        assert (answer.status_code, Token.objects.count()) == (302, 0)
        confirm = answer["Location"]
        assert confirm.startswith("/accounts/confirm/")
        assert browser.post(confirm, {"password": "wrong", "next": "/settings/tokens"}).status_code == 400
        assert not Token.objects.exists()
        made = browser.post(confirm, {"password": PASSWORD, "next": "/settings/tokens"})
        assert find_token(shown_in(made)) == Token.objects.get()

    def test_a_guest_has_none(self) -> None:
        answer = Client().get("/settings/tokens")
        assert answer.status_code == 302

    @pytest.mark.parametrize(
        "wrong",
        [{"name": ""}, {"name": "x" * 61}, {"days": "366"}, {"days": "0"}, {"days": "x"}, {"name": "a\0b"}],
    )
    def test_invalid_token_forms_are_refused(self, ann: Player, wrong: dict[str, str]) -> None:
        answer = log_in(ann).post("/settings/tokens", WANTED | wrong)
        assert (answer.status_code, Token.objects.count()) == (400, 0)

    def test_an_account_has_twenty(self, ann: Player) -> None:
        for _ in range(MAX_PER_ACCOUNT):
            make_text(ann)
        assert log_in(ann).post("/settings/tokens", WANTED).status_code == 429
        assert Token.objects.count() == MAX_PER_ACCOUNT

    def test_a_token_is_revoked_by_its_owner_alone(self, ann: Player) -> None:
        text, bob = make_text(ann), player("Bob")
        token = Token.objects.get()
        log_in(bob).post(f"/settings/tokens/{token.pk}/revoke")
        assert find_token(text) is not None
        log_in(ann).post(f"/settings/tokens/{token.pk}/revoke")
        assert find_token(text) is None


class TestItsEnd:
    def test_it_expires(self, ann: Player) -> None:
        text = make_text(ann, days=7)
        Token.objects.update(expires_at=clock.now())
        assert get("/me", **bearer(text)).json()["code"] == "bad_token"

    @pytest.mark.parametrize("by_site", [True, False], ids=["on the site", "by a command"])
    def test_a_new_password_ends_it(self, ann: Player, by_site: bool) -> None:
        text = make_text(ann)
        if by_site:
            AccountAdapter().set_password(ann, "another-password")
        else:
            ann.set_password("another-password")
            ann.save()
        assert find_token(text) is None

    def test_it_ends_itself(self, ann: Player) -> None:
        text = make_text(ann)
        assert Client().delete("/api/v1/token", **bearer(text)).json() == {}
        assert get("/me", **bearer(text)).status_code == 401

    def test_a_ban_stops_it(self, ann: Player) -> None:
        text = make_text(ann)
        ban(by=host(), player=ann, reason=REASON)
        assert (get("/me", **bearer(text)).status_code, get("/me", **bearer(text)).json()["code"]) == (
            403,
            "banned",
        )

    def test_it_goes_with_its_account(self, ann: Player) -> None:
        make_text(ann)
        delete_account(ann)
        assert not Token.objects.exists()

    def test_expired_tokens_are_deleted(self, ann: Player) -> None:
        make_text(ann)
        keeps = make_text(ann)
        Token.objects.filter(pk=Token.objects.earliest("pk").pk).update(
            expires_at=clock.now() - timedelta(days=1)
        )
        delete_expired_tokens()
        assert Token.objects.count() == 1
        assert find_token(keeps) is not None

    def test_revoked_twice_nothing_happens(self, ann: Player) -> None:
        make_text(ann)
        for _ in range(2):
            revoke(player=ann, token_id=Token.objects.values_list("pk", flat=True).first() or 0)
        assert not Token.objects.exists()


def test_only_the_day_of_the_last_use_is_stored(ann: Player) -> None:
    text = make_text(ann)
    get("/me", **bearer(text))
    assert Token.objects.get().used_on == clock.now().date()


def test_its_owner_takes_it_away_without_its_digest(ann: Player) -> None:
    text = make_text(ann, Scope.PLAY)
    (row,) = sections["tokens"].rows(ann)
    assert row["name"] == "a program"
    assert not {"digest", "password_digest"} & row.keys()
    assert text not in repr(row)


def test_all_tokens_differ(ann: Player) -> None:
    assert len({make_text(ann) for _ in range(MAX_PER_ACCOUNT)}) == MAX_PER_ACCOUNT
