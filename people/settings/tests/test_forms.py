"""Every form shows its errors at their fields, and changes nothing."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from game.models import Player
from tests.worlds.accounts import OTHER_PASSWORD, PASSWORD, AccountClient, form_errors, page_text

pytestmark = pytest.mark.django_db

Case = tuple[str, dict[str, str], str, str]

SIGN_UP = {"username": "Berta", "password1": PASSWORD}
OUTSIDE: list[Case] = [
    ("signup", {**SIGN_UP, "username": ""}, "username", "Please choose a name"),
    ("signup", {**SIGN_UP, "username": "B"}, "username", "at least 3"),
    ("signup", {**SIGN_UP, "username": "B" * 5000}, "username", "at most 20"),
    ("signup", {**SIGN_UP, "username": "Béřta"}, "username", "letters A to Z"),
    ("signup", {**SIGN_UP, "username": "Ber\0ta"}, "username", "letters A to Z"),
    ("signup", {**SIGN_UP, "username": "moderator"}, "username", "reserved"),
    ("signup", {**SIGN_UP, "username": "aNNa"}, "username", "is taken"),
    ("signup", {**SIGN_UP, "username": "4nn-a"}, "username", "is taken"),
    ("signup", {**SIGN_UP, "password1": ""}, "password1", "Please choose a password"),
    ("signup", {**SIGN_UP, "password1": "short"}, "password1", "too short"),
    ("signup", {**SIGN_UP, "password1": "password1"}, "password1", "too common"),
    (
        "signup",
        {**SIGN_UP, "username": "Bertabertha", "password1": "bertabertha"},
        "password1",
        "too similar",
    ),
    ("signup", {**SIGN_UP, "email": "nowhere"}, "email", "not an email address"),
    ("signup", {**SIGN_UP, "email": "b@" + "b." * 130 + "com"}, "email", "too long"),
    ("login", {}, "login", "your name or email address"),
    ("login", {"login": "Anna"}, "password", "enter your password"),
    ("login", {"login": "Anna", "password": "wrong"}, "", "Wrong name or password"),
    ("login", {"login": "An\0na", "password": "wrong"}, "login", "Null characters"),
    ("login", {"login": "anna@example.com", "password": "wrong"}, "", "Wrong email address or password"),
    ("password/reset", {}, "email", "Please enter an email address"),
    ("password/reset", {"email": "nowhere"}, "email", "not an email address"),
]
INSIDE: list[Case] = [
    ("password", {"password1": OTHER_PASSWORD}, "oldpassword", "your current password"),
    ("password", {"oldpassword": "wrong", "password1": OTHER_PASSWORD}, "oldpassword", "not your password"),
    ("password", {"oldpassword": PASSWORD, "password1": "short"}, "password1", "too short"),
    ("password", {"oldpassword": PASSWORD}, "password1", "Please choose a password"),
    ("email", {"action_add": "", "email": ""}, "email", "Please enter an email address"),
    ("email", {"action_add": "", "email": "nowhere"}, "email", "not an email address"),
    ("email", {"action_add": "", "email": "a" * 60 + "@" + "b" * 60 + ".com" * 50}, "email", "address"),
    ("confirm", {"password": "wrong"}, "password", "not your password"),
    ("delete", {}, "password", "enter your password"),
    ("delete", {"password": "wrong"}, "password", "not your password"),
]


def everything() -> list[Any]:
    """Return everything an account consists of."""
    return [list(Player.objects.order_by("pk").values()), list(EmailAddress.objects.order_by("pk").values())]


def is_told(answer: Any, field: str, why: str) -> None:
    assert answer.status_code == 400
    says = form_errors(answer)[field]
    assert why in says
    assert says in page_text(answer)


@pytest.mark.parametrize(("page", "fields", "field", "why"), OUTSIDE)
def test_at_the_entrance(
    anna: Player, nobody: AccountClient, page: str, fields: dict[str, str], field: str, why: str
):
    before = everything()
    is_told(nobody.post(page, **fields), field, why)
    assert everything() == before
    assert not nobody.is_logged_in()


@pytest.mark.parametrize(("page", "fields", "field", "why"), INSIDE)
def test_inside(annas: AccountClient, page: str, fields: dict[str, str], field: str, why: str):
    before = everything()
    is_told(annas.post(page, **fields), field, why)
    assert everything() == before
    assert annas.is_logged_in()


def test_typed_values_are_kept_but_no_password(nobody: AccountClient):
    page = page_text(nobody.post("signup", username="B", password1=PASSWORD, email="b@example.com"))
    assert 'value="B"' in page
    assert 'value="b@example.com"' in page
    assert PASSWORD not in page


@pytest.mark.parametrize(
    "page", ["", "email", "password", "confirm", "second-factor", "second-factor/on", "delete"]
)
def test_visitors_and_guests_cannot_open_account_pages(guest: tuple[AccountClient, Player], page: str):
    for browser in (guest[0], AccountClient(Client())):
        answer = browser.get(page)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/?next=/accounts/")


def test_redirect_to_a_foreign_page_is_ignored(anna: Player, nobody: AccountClient):
    answer = nobody.client.post(
        "/accounts/login/?next=//evil.example/", {"login": "Anna", "password": PASSWORD}
    )
    assert answer["Location"] == "/"


def test_a_form_from_elsewhere_is_refused(anna: Player):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/signup/", SIGN_UP).status_code == 403
    assert Player.objects.filter(username="Berta").count() == 0
