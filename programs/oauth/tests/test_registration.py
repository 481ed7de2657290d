"""Players register apps under their account."""

import re

import pytest
from django.test import Client
from oauth2_provider.models import Application

from common.refusal import Refusal
from game.models import Player
from programs.oauth.registration import MAX_APPS, is_redirect, register_app
from tests.worlds.oauth import log_in
from tests.worlds.people import player

pytestmark = pytest.mark.django_db

FORM = {"name": "Board", "redirects": "https://app.example/done"}


@pytest.mark.parametrize(
    "address",
    [
        "https://app.example/done",
        "https://app.example:8443/done?from=crib",
        "http://127.0.0.1/done",
        "http://127.0.0.1:8000/done",
        "http://[::1]/done",
        "org.example.board:/done",
    ],
)
def test_way_back(address: str) -> None:
    assert is_redirect(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://app.example/done",
        "http://localhost/done",
        "http://127.0.0.1.evil.example/done",
        "https://ann:secret@app.example/done",
        "https://app.example/done#x",
        "https://*.example/done",
        "https://app.example;script-src/done",
        "https://app.example:99999x/done",
        "https:///done",
        "https://",
        "javascript:alert(1)",
        "data:text/html,hello",
        "file:///etc/passwd",
        "board:/done",
        "org.example.board://evil.example/done",
        "//app.example/done",
        "/done",
        "https://äpp.example/done",
        "https://[::1/done",
        f"https://app.example/{'x' * 200}",
    ],
)
def test_no_way_back(address: str) -> None:
    assert not is_redirect(address)
    with pytest.raises(Refusal):
        register_app(owner=player("Ann"), name="a", redirects=address, keeps_secret=False, has_devices=True)


def test_page_registers_an_app_and_shows_its_secret_once(ann: Player) -> None:
    browser = log_in(ann, confirms=False)
    page = browser.post("/settings/apps", FORM | {"secret": "on"}).content.decode()
    app = Application.objects.get()
    (secret,) = re.findall(r"eos_[\w-]{43}", page)
    assert app.client_id in page
    assert (app.user, app.client_type) == (ann, Application.CLIENT_CONFIDENTIAL)
    again = browser.get("/settings/apps").content.decode()
    assert app.client_id in again
    assert secret not in again


def test_app_of_players_has_no_secret(ann: Player) -> None:
    page = log_in(ann).post("/settings/apps", FORM).content.decode()
    assert "eos_" not in page
    assert Application.objects.get().client_type == Application.CLIENT_PUBLIC


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"name": "a\0b"},
        {"name": "a\u202eb"},
        {"redirects": ""},
        {"redirects": "javascript:alert(1)"},
        {"redirects": " ".join(f"https://app.example/{n}" for n in range(6))},
    ],
)
def test_invalid_form_is_refused(ann: Player, wrong: dict[str, str]) -> None:
    answer = log_in(ann).post("/settings/apps", FORM | wrong)
    assert (answer.status_code, Application.objects.count()) == (400, 0)


def test_account_has_ten(ann: Player) -> None:
    browser = log_in(ann)
    for _ in range(MAX_APPS):
        assert browser.post("/settings/apps", FORM).status_code == 200
    assert browser.post("/settings/apps", FORM).status_code == 429
    assert Application.objects.count() == MAX_APPS


def test_guest_and_stranger_have_none(db: None) -> None:
    assert Client().get("/settings/apps").status_code == 302
    assert Client().post("/settings/apps", FORM).status_code == 302
    assert not Application.objects.exists()
