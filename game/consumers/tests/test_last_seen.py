"""The last-seen time of players."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from common import clock
from game.consumers import last_seen
from game.models import Player

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


def test_a_present_player_is_recorded_once_in_ten_minutes(later: Callable[..., None]):
    ann, bob = (Player.objects.create(username=name) for name in ("Ann", "Bob"))
    assert last_seen.update_last_seen([ann.pk]) == 1
    ann.refresh_from_db()
    first = ann.seen_at
    assert first is not None
    later(minutes=9)
    assert last_seen.update_last_seen([ann.pk, bob.pk]) == 1
    ann.refresh_from_db()
    assert ann.seen_at == first
    later(minutes=2)
    assert last_seen.update_last_seen([ann.pk, bob.pk]) == 1
    ann.refresh_from_db()
    assert clock.now() - ann.seen_at < timedelta(minutes=1)


@pytest.mark.django_db(transaction=True)
def test_an_open_socket_updates_the_last_seen_time(monkeypatch: pytest.MonkeyPatch):
    from game.consumers import base

    ann = Player.objects.create(username="Ann")
    one, nobody = (base.BaseConsumer({}, lambda message: None) for _ in range(2))  # type: ignore[arg-type]
    one.player = ann
    monkeypatch.setattr(base, "open_consumers", {one, nobody})
    asyncio.run(base.update_players_last_seen())
    ann.refresh_from_db()
    assert ann.seen_at is not None
