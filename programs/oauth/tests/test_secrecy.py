"""No code, token or secret of an app appears in a log or in the admin."""

import logging

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client
from oauth2_provider.models import AccessToken, DeviceGrant, Grant, IDToken, RefreshToken

from game.models import Player
from tests.worlds.oauth import App, log_in
from tests.worlds.people import host, player

pytestmark = pytest.mark.django_db


def test_no_text_of_an_app_is_logged(ann: Player, caplog: pytest.LogCaptureFixture) -> None:
    app = App(player("Bob"), keeps_secret=True, has_devices=True)
    browser = log_in(ann)
    with caplog.at_level(logging.DEBUG):
        for name in ("oauthlib", "oauth2_provider"):  # pytest has reset no level of a logger of its own
            assert logging.getLogger(name).level >= logging.INFO
        code = app.allowed_code(browser)
        tokens = app.swap(code).json()
        again = app.refresh(tokens["refresh_token"]).json()
        app.refresh(tokens["refresh_token"])
        app.swap(code)
        codes = app.ask_by_device()
        browser.post("/device", {"code": codes["user_code"], "do": "allow"})
        app.poll(codes["device_code"])
        app.call("/oauth/revoke", token=again["access_token"])
    texts = [code, app.secret, app.verifier, codes["device_code"], codes["user_code"]]
    texts += [each[name] for each in (tokens, again) for name in ("access_token", "refresh_token")]
    assert caplog.records
    assert [text for text in texts if text in caplog.text] == []
    assert settings.LOGGING["loggers"]["oauthlib"] == {"level": "INFO"}


def test_admin_has_no_page_of_tokens_and_codes(db: None) -> None:
    boss = Client()
    boss.force_login(host())
    for model in (AccessToken, DeviceGrant, Grant, IDToken, RefreshToken):
        assert not admin.site.is_registered(model)
        assert boss.get(f"/admin/oauth2_provider/{model.__name__.lower()}/").status_code == 404
