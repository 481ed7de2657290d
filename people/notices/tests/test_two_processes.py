"""Two processes with one database: each push is sent once, by either process."""

import json
from collections.abc import Iterator

import pytest

from conftest import server_on_this_database
from cribbage_site.tests.server_process import Server
from people.notices.push.vapid import make_key_pair
from tests.worlds import push_server
from tests.worlds.push_server import PushService
from tests.worlds.scripted_player import Visitor

pytestmark = [pytest.mark.rows]

NOTICES = 12

TELL = f"""
from game.models import Player
from tournaments.events.notice_kinds import PAIRED
from people.notices.record import notify
anna = Player.objects.get(is_guest=True)
for number in range({NOTICES}):
    notify(PAIRED, [anna.pk], f"event:1:{{number}}", opponent="Bob", event=str(number), game="x")
"""
LEFT = """
from people.notices.models import Notice
print("left", Notice.objects.exclude(push_due_at=None).count())
"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_server.push_service() as service:
        yield service


@pytest.mark.slow
def test_each_is_pushed_once(service: PushService) -> None:
    settings = {"VAPID_PRIVATE_KEY": make_key_pair().private, "PUSH_ALLOWED_HOSTS": "127.0.0.1"}
    with (
        server_on_this_database(**settings) as one,
        Server(one.environment, new=False) as other,
    ):
        anna = Visitor(one.url)
        anna.new_game("novice")
        Visitor(other.url)  # a process starts its jobs with its first visitor
        browser = service.new_browser("anna")
        assert anna.post("/api/me/push", json.dumps(browser.subscription).encode()) == (200, {})
        one.manage("shell", "-c", TELL)
        # Each query takes about a second.
        assert any(one.manage("shell", "-c", LEFT).split()[-1] == "0" for _ in range(100))
        told = sorted(message.told["body"] for message in browser.messages)
    assert told == sorted(f"{number}: you play Bob now." for number in range(NOTICES))
