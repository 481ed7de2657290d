"""Expired data is deleted on time, and nothing else."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from common import clock
from game.lobby.reports import file_report
from game.models import Chat, Player, Report, Ruling
from people.notices.kinds import Kind
from people.notices.models import Notice
from people.notices.notice_kinds import INVITATION, TURN
from people.notices.record import notify
from people.retention import expiry
from people.retention.expiry import (
    CHAT_RETENTION,
    NOTICE_RETENTION,
    READ_NOTICE_RETENTION,
    delete_expired_sessions,
    delete_old_chat,
    delete_old_notices,
)
from tests.worlds.scoresheets import create_scoresheet

pytestmark = [pytest.mark.rows, pytest.mark.django_db]

LONG_AGO = CHAT_RETENTION + timedelta(minutes=1)


def said(by: Player, to: Player, ago: timedelta) -> Chat:
    game = create_scoresheet(by, to).game
    return Chat.objects.create(game=game, player=by, seat=0, text="Nice hand.", at=clock.now() - ago)


def left() -> set[int]:
    return set(Chat.objects.values_list("pk", flat=True))


def test_chat_is_forgotten_after_ninety_days(ann: Player, bob: Player):
    said(ann, bob, LONG_AGO)
    fresh = said(ann, bob, CHAT_RETENTION - timedelta(minutes=1))
    assert delete_old_chat() == 1
    assert left() == {fresh.pk}


def test_a_reported_line_stays_until_a_host_has_answered(ann: Player, bob: Player):
    line = said(ann, bob, LONG_AGO)
    file_report(player=bob, line=line, why="rude")
    assert delete_old_chat() == 0
    ruling = Ruling.objects.create(kind="answer", by=bob, player=ann, reason="Warned.", at=clock.now())
    Report.objects.update(ruling=ruling)
    assert delete_old_chat() == 1
    assert left() == set()
    assert Ruling.objects.count() == 1


def test_waiting_lines_do_not_block_the_deletion_of_others(
    ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(expiry, "BATCH_SIZE", 2)
    waiting = [said(ann, bob, LONG_AGO) for _ in range(3)]
    for line in waiting:
        file_report(player=bob, line=line, why="rude")
    for _ in range(3):
        said(ann, bob, LONG_AGO)
    assert [delete_old_chat(), delete_old_chat(), delete_old_chat()] == [2, 1, 0]
    assert left() == {line.pk for line in waiting}


def test_sessions_go_when_they_have_run_out(ann: Player):
    for days in (-1, 1):
        session = SessionStore()
        session.create()
        Session.objects.filter(pk=session.session_key).update(
            expire_date=timezone.now() + timedelta(days=days)
        )
    delete_expired_sessions()
    assert Session.objects.get().expire_date > timezone.now()


def test_notices_go_sooner_once_they_are_read_or_done_with(ann: Player):
    now = clock.now()

    def told(kind: Kind, about: str, ago: timedelta, *, is_read: bool = False) -> None:
        notify(kind, [ann.pk], about)
        told = Notice.objects.filter(about=about)
        told.update(at=now - ago, read_at=now if is_read else None)

    a_moment = timedelta(minutes=1)
    told(INVITATION, "read, old", READ_NOTICE_RETENTION + a_moment, is_read=True)
    told(INVITATION, "read", READ_NOTICE_RETENTION - a_moment, is_read=True)
    told(INVITATION, "unread", READ_NOTICE_RETENTION + a_moment)
    told(INVITATION, "unread, old", NOTICE_RETENTION + a_moment)
    told(TURN, "a turn", READ_NOTICE_RETENTION + a_moment)
    assert delete_old_notices() == 3
    assert set(Notice.objects.values_list("about", flat=True)) == {"read", "unread"}
