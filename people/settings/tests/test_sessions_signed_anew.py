"""Sessions signed with the old public secret are signed again with the site's own, once."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from game.accounts.guests import create_guest
from game.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.rows]

migration: Any = import_module("game.migrations.0022_sessions_signed_anew")


def session_of(player: Player) -> str:
    """Return the key of a session of a player, signed with the current secret."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session["kept"] = "as it was"
    session.save()
    return str(session.session_key)


def migrate() -> None:
    migration.sign_anew(apps, connection.schema_editor())


def who_is(key: str, client: Client) -> Any:
    client.cookies["sessionid"] = key
    return client.get("/").wsgi_request.user


@pytest.fixture
def old(settings: Any) -> Any:
    """Return the former settings."""
    settings.SECRET_KEY = migration.OLD_SECRET
    return settings


def renew(settings: Any) -> None:
    settings.SECRET_KEY = "a secret of its own"
    migrate()


@pytest.mark.slow
def test_guest_stays_logged_in_as_the_same_guest(old: Any, client: Client):
    guest = create_guest()
    key = session_of(guest)
    old.SECRET_KEY = "a secret of its own"
    assert who_is(key, client).is_anonymous
    migrate()
    assert who_is(key, client) == guest
    assert SessionStore(key)["kept"] == "as it was"


@pytest.mark.slow
def test_a_session_from_before_a_change_of_password_stays_invalid(old: Any, client: Client):
    player = Player.objects.create_user("Ann", password="every other hand")
    key = session_of(player)
    player.set_password("another hand")
    player.save()
    renew(old)
    assert who_is(key, client).is_anonymous


def test_session_of_another_secret_is_unchanged(old: Any, client: Client):
    old.SECRET_KEY = "a third one"
    key = session_of(create_guest())
    before = Session.objects.get(pk=key).session_data
    renew(old)
    assert Session.objects.get(pk=key).session_data == before


def test_production_site_is_not_migrated(old: Any):
    key = session_of(create_guest())
    before = Session.objects.get(pk=key).session_data
    old.PRODUCTION = True
    renew(old)
    assert Session.objects.get(pk=key).session_data == before
