"""The second factor, from the key to the code at log-in."""

import base64

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from game.accounts.guests import create_guest
from game.models import Player
from tests.worlds.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    AccountClient,
    form_errors,
    last_mail_path,
    page_text,
)
from tests.worlds.second_factor import asked_for_a_code, code_for, key, phone

pytestmark = pytest.mark.django_db

__all__ = ["key", "phone"]


def test_the_app_of_these_tests_counts_as_the_standard_says():
    key = base64.b32encode(b"12345678901234567890").decode()
    assert [code_for(key, at) for at in (59, 1111111109)] == ["287082", "081804"]


@pytest.mark.slow
def test_it_is_turned_on_by_the_first_code(annas: AccountClient):
    assert annas.get("second-factor/on")["Location"].startswith("/accounts/confirm/")
    annas.post("confirm", password=PASSWORD)
    page = annas.get("second-factor/on")
    assert 'src="data:image/svg+xml;base64,' in page_text(page)
    key = page.context["form"].secret
    assert key in page_text(page)

    wrong = annas.post("second-factor/on", code="000000")
    assert wrong.status_code == 400
    assert "That code is wrong" in form_errors(wrong)["code"]
    assert not Authenticator.objects.exists()

    assert annas.post("second-factor/on", code=code_for(key))["Location"] == "/accounts/second-factor/codes/"
    assert Authenticator.objects.count() == 2


def test_its_key_is_stored_sealed(key: str):
    kept = Authenticator.objects.get(type=Authenticator.Type.TOTP).data
    assert key not in str(kept)


def test_login_asks_for_the_code(phone: str):
    browser = AccountClient(Client())
    assert "Two-factor login" in page_text(asked_for_a_code(browser))
    assert not browser.is_logged_in()
    assert "That code is wrong" in form_errors(browser.post("login/code", code="000000"))["code"]
    assert browser.post("login/code", code=code_for(phone))["Location"] == "/"
    assert browser.is_logged_in()


@pytest.mark.slow
def test_password_reset_still_requires_the_code(anna: Player, phone: str):
    Player.objects.filter(pk=anna.pk).update(email="anna@example.com")
    EmailAddress.objects.update_or_create(
        user=anna, email="anna@example.com", defaults={"verified": True, "primary": True}
    )
    browser = AccountClient(Client())
    browser.post("password/reset", email="anna@example.com")
    where = browser.client.get(last_mail_path(), follow=True).redirect_chain[-1][0]
    browser.client.post(where, {"password1": OTHER_PASSWORD})
    anna.refresh_from_db()
    assert anna.check_password(OTHER_PASSWORD)
    assert not browser.is_logged_in()
    browser.client.post("/accounts/login/", {"login": "Anna", "password": OTHER_PASSWORD})
    assert not browser.is_logged_in()
    browser.post("login/code", code=code_for(phone))
    assert browser.is_logged_in()


def test_also_of_a_guest(phone: str):
    browser, player = AccountClient(Client()), create_guest()
    browser.client.force_login(player)
    asked_for_a_code(browser)
    assert int(browser.client.session["_auth_user_id"]) == player.pk
    browser.post("login/code", code=code_for(phone))
    assert browser.is_logged_in()


@pytest.mark.slow
def test_a_code_works_once(phone: str):
    for works in (True, False):
        browser = AccountClient(Client())
        asked_for_a_code(browser)
        browser.post("login/code", code=code_for(phone))
        assert browser.is_logged_in() == works


@pytest.mark.slow
def test_recovery_code_works_once(annas: AccountClient, phone: str):
    page = annas.client.get("/accounts/second-factor/codes/")
    kept = page.context["unused_codes"][0]
    assert kept in annas.get("second-factor/codes/file").content.decode().split()
    for works in (True, False):
        browser = AccountClient(Client())
        asked_for_a_code(browser)
        browser.post("login/code", code=kept)
        assert browser.is_logged_in() == works


@pytest.mark.slow
def test_codes_are_not_guessed(phone: str):
    browser = AccountClient(Client())
    asked_for_a_code(browser)
    for _ in range(5):
        browser.post("login/code", code="000000")
    assert "Too many wrong tries" in form_errors(browser.post("login/code", code=code_for(phone)))["code"]


def test_new_codes_void_the_old(annas: AccountClient, phone: str):
    before = annas.get("second-factor/codes").context["unused_codes"]
    annas.post("second-factor/codes/new")
    assert set(before).isdisjoint(annas.get("second-factor/codes").context["unused_codes"])


@pytest.mark.slow
def test_it_is_turned_off_again(annas: AccountClient, anna: Player, phone: str):
    assert "Your password alone" in page_text(annas.get("second-factor/off"))
    annas.post("second-factor/off")
    assert not Authenticator.objects.exists()
    browser = AccountClient(Client())
    asked_for_a_code(browser)
    assert browser.is_logged_in()
