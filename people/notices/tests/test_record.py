"""A notification is stored once and in the transaction of its cause, and listed until it is read."""

from typing import Any

import pytest
from django.db import transaction

from game.models import Player
from people.moderation.notice_kinds import RULING
from people.notices.listing import MAX_STORED, load_notices
from people.notices.models import Notice
from people.notices.record import mark_read, notify
from tournaments.events.notice_kinds import PAIRED


def told(player: Player) -> list[dict[str, Any]]:
    return load_notices({player.pk})[0].get(player.pk, [])


@pytest.mark.rows
def test_same_notification_is_stored_once(ann: Player, bob: Player):
    for _ in range(2):
        notify(PAIRED, [ann.pk, bob.pk], "event:7:3", event="Tuesday night", game="abc")
    [notice] = told(ann)
    expected = {"kind": "paired", "event": "Tuesday night", "game": "abc", "read": False}
    assert notice.items() >= expected.items()
    assert len(told(bob)) == 1
    notify(PAIRED, [ann.pk], "event:7:4", event="Tuesday night", game="def")
    assert [notice["game"] for notice in told(ann)] == ["def", "abc"]


def test_rolled_back_notification_is_not_sent(ann: Player):
    with transaction.atomic():
        notify(PAIRED, [ann.pk], "event:7:3", event="Tuesday night", game="abc")
        transaction.set_rollback(True)
    assert told(ann) == []


def test_read_notification_stays_listed(ann: Player, bob: Player):
    for number in range(3):
        notify(RULING, [ann.pk, bob.pk], f"ruling:{number}", ruling="void", reason="A mistake.")
    newest, *_ = told(ann)
    mark_read(ann.pk, [int(newest["id"])])
    assert [notice["read"] for notice in told(ann)] == [True, False, False]
    mark_read(ann.pk)
    assert {notice["read"] for notice in told(ann)} == {True}
    assert {notice["read"] for notice in told(bob)} == {False}


def test_the_first_reading_counts(ann: Player, later: Any):
    notify(PAIRED, [ann.pk], "event:7:3", event="Tuesday night", game="abc")
    mark_read(ann.pk)
    first = Notice.objects.get().read_at
    later(minutes=5)
    mark_read(ann.pk)
    assert Notice.objects.get().read_at == first


def test_the_newest_are_listed(ann: Player):
    for number in range(MAX_STORED + 3):
        notify(PAIRED, [ann.pk], f"event:{number}", event=str(number), game="abc")
    newest_first = [str(number) for number in reversed(range(3, MAX_STORED + 3))]
    assert [notice["event"] for notice in told(ann)] == newest_first
