"""A site that may use a push service on this machine, and players with browsers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from game.models import Player
from people.notices import absent
from people.notices.push.vapid import make_key_pair
from tests.worlds import push_server
from tests.worlds.push_server import FakeBrowser, PushService


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    """Return a push service, and let the site use it."""
    settings.PUSH_ALLOWED_HOSTS = ["127.0.0.1"]
    settings.VAPID_PRIVATE_KEY = make_key_pair().private
    settings.VAPID_SUBJECT = "mailto:host@cards.example"
    settings.REDIS_URL = ""
    absent._noted.clear()
    with push_server.push_service() as service:
        yield service
    absent._noted.clear()


def turn_on(service: PushService, player: Player, name: str = "", **headers: str) -> FakeBrowser:
    """Return a browser in which this player has turned push on."""
    client = Client(headers=headers)
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    browser = service.new_browser(name or player.username)
    answer = client.post("/api/me/push", json.dumps(browser.subscription), "application/json")
    assert answer.status_code == 200, answer.content
    return browser
