"""Account mails: a new password, and the confirmation of an address."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from game.models import Player
from tests.worlds.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    AccountClient,
    create_account,
    form_errors,
    last_mail_path,
    page_text,
)

pytestmark = pytest.mark.django_db


def follow(browser: AccountClient, link: str) -> Any:
    return browser.client.get(link, follow=True)


def test_a_forgotten_password_is_reset_by_mail(nobody: AccountClient, mailoutbox: list[Any]):
    anna = create_account("Anna", "anna@example.com")
    at_home = AccountClient(Client())
    at_home.post("login", login="Anna", password=PASSWORD)

    answer = nobody.client.post("/accounts/password/reset/", {"email": "Anna@example.com"}, follow=True)
    assert "Check your email" in page_text(answer)
    assert mailoutbox[0].to == ["anna@example.com"]
    assert mailoutbox[0].subject == "Every Other: reset your password"

    link = last_mail_path()
    page = follow(nobody, link)
    where = page.redirect_chain[-1][0]
    assert "set-password" in where  # the key itself is in no URL that a browser would pass on
    assert form_errors(nobody.client.post(where, {"password1": "password"}))["password1"]
    assert "Your password was changed" in page_text(
        nobody.client.post(where, {"password1": OTHER_PASSWORD}, follow=True)
    )

    anna.refresh_from_db()
    assert anna.check_password(OTHER_PASSWORD)
    assert not at_home.is_logged_in()
    assert mailoutbox[-1].subject == "Every Other: your password was reset"
    assert "no longer works" in page_text(follow(AccountClient(Client()), link))


@pytest.mark.parametrize(
    "key",
    [
        "1-abc",
        "zzzzzzzzzzzzz-abc",
        "zzzzzzzzzzzzzzzzzzzz-abc",
        "1-set-password",
        "1-a%00b",
        "1-%F0%9F%82%A1",
    ],
)
def test_unknown_link_is_explained(nobody: AccountClient, key: str):
    answer = nobody.client.get(f"/accounts/password/reset/key/{key}/")
    assert "no longer works" in page_text(answer)


def test_unknown_address_gets_a_mail_but_the_page_is_the_same(nobody: AccountClient, mailoutbox: list[Any]):
    create_account("Anna", "anna@example.com")
    pages = [
        page_text(nobody.client.post("/accounts/password/reset/", {"email": email}, follow=True))
        for email in ("anna@example.com", "nobody@example.com")
    ]
    assert pages[0] == pages[1]
    assert [mail.subject for mail in mailoutbox] == [
        "Every Other: reset your password",
        "Every Other: no account with this email address",
    ]


@pytest.mark.slow
def test_new_address_is_stored_after_the_password_is_confirmed(annas: AccountClient, mailoutbox: list[Any]):
    assert form_errors(annas.post("email", action_add="", email="no address"))["email"]
    location = annas.post("email", action_add="", email="anna@example.com")["Location"]
    assert location == "/accounts/confirm/?next=%2Faccounts%2Femail%2F"
    assert form_errors(annas.client.post(location, {"password": "wrong"}))["password"]
    assert "isn’t confirmed yet" in page_text(
        annas.client.post(location, {"password": PASSWORD}, follow=True)
    )
    assert [mail.to for mail in mailoutbox] == [["anna@example.com"]]


@pytest.mark.slow
def test_an_address_is_confirmed_by_the_link_that_was_sent_to_it(annas: AccountClient, mailoutbox: list[Any]):
    annas.post("confirm", password=PASSWORD)
    annas.post("email", action_add="", email="anna@example.com")
    assert "isn’t confirmed yet" in page_text(annas.get("email"))
    link = last_mail_path()
    assert "the address of Anna?" in page_text(annas.client.get(link))
    assert "is confirmed" in page_text(annas.client.post(link, follow=True))
    assert EmailAddress.objects.get().verified
    assert Player.objects.get(username="Anna").email == "anna@example.com"

    annas.post("email", action_add="", email="new@example.com")
    assert Player.objects.get(username="Anna").email == "anna@example.com"
    annas.client.post(last_mail_path())
    assert [address.email for address in EmailAddress.objects.all()] == ["new@example.com"]
    assert (mailoutbox[-1].to, mailoutbox[-1].subject) == (
        ["anna@example.com"],
        "Every Other: your email address was changed",
    )

    annas.post("email", action_remove="", email="new@example.com")
    assert not EmailAddress.objects.exists()
    assert Player.objects.get(username="Anna").email == ""


def test_an_address_that_another_has_confirmed_stays_the_others(annas: AccountClient):
    create_account("Berta", "shared@example.com")
    annas.post("confirm", password=PASSWORD)
    answer = annas.post("email", action_add="", email="shared@example.com")
    assert answer.status_code == 302  # only the mailbox shows whose address it is
    assert "already belongs to another account" in page_text(annas.client.get(last_mail_path()))
    assert not EmailAddress.objects.filter(user__username="Anna", verified=True).exists()


def test_password_change_notifies_the_owner_by_mail(nobody: AccountClient, mailoutbox: list[Any]):
    create_account("Anna", "anna@example.com")
    elsewhere = AccountClient(Client())
    for browser in (nobody, elsewhere):
        browser.post("login", login="Anna", password=PASSWORD)
    answer = nobody.client.post(
        "/accounts/password/", {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD}, follow=True
    )
    assert "Your password was changed" in page_text(answer)
    assert nobody.is_logged_in()
    assert not elsewhere.is_logged_in()
    assert mailoutbox[-1].subject == "Every Other: your password was changed"


def test_failed_mail_reveals_no_account(nobody: AccountClient, settings: Any, caplog: Any):
    create_account("Anna", "anna@example.com")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = nobody.client.post("/accounts/password/reset/", {"email": "anna@example.com"}, follow=True)
    assert "Check your email" in page_text(answer)
    assert "no mail could be sent" in caplog.text
