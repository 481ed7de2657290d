"""The jobs that delete expired data."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Exists, OuterRef, Q

from common import clock
from common.database.thread import on_the_database_thread
from game.engines.remote import questions
from game.models import AdviceNote, Chat, Report, Vacation, VacationRest
from game.table.clocks.time_control import DAY
from game.tokens.answers import delete_old_answers
from game.tokens.tokens import delete_expired_tokens
from people.notices.kinds import load_kinds
from people.notices.models import Notice

CHAT_RETENTION = timedelta(days=90)
ADVICE_NOTE_RETENTION = timedelta(days=90)
NOTICE_RETENTION = timedelta(days=90)
READ_NOTICE_RETENTION = timedelta(days=30)
VACATION_RETENTION = 400 * DAY  # longer than a year, because the days count for a calendar year
BATCH_SIZE = 200  # rows per transaction, so that moves do not wait long


def delete_old_chat() -> int:
    """Delete a batch of old chat, oldest first. Reported lines that a host has not answered stay."""
    waits_for_a_host = Report.objects.filter(said=OuterRef("pk"), ruling=None)
    eldest = (
        Chat.objects.exclude(Exists(waits_for_a_host)).order_by("pk").values_list("pk", "at")[:BATCH_SIZE]
    )
    long_ago = clock.now() - CHAT_RETENTION
    forgotten = [pk for pk, sent_at in eldest if sent_at < long_ago]
    Chat.objects.filter(pk__in=forgotten).delete()
    return len(forgotten)


def delete_expired_sessions() -> None:
    """Delete expired sessions."""
    SessionStore.clear_expired()


def delete_old_advice_notes() -> None:
    """Delete old notes of advice that was requested during a rated game. There are few of them."""
    AdviceNote.objects.filter(at__lt=clock.now() - ADVICE_NOTE_RETENTION).delete()


def delete_old_vacations() -> None:
    """Delete vacations that no longer count for a year, and the games' records of past vacations."""
    Vacation.objects.filter(ends_at__lt=clock.milliseconds() - VACATION_RETENTION).delete()
    VacationRest.objects.filter(vacation__ends_at__lt=clock.milliseconds() - DAY).delete()


def delete_old_notices() -> int:
    """Delete a batch of old notifications, oldest first. Read and outdated ones go sooner."""
    now = clock.now()
    long_ago = Q(at__lt=now - NOTICE_RETENTION)
    computed = [kind.name for kind in load_kinds().values() if kind.is_computed]
    done_with = Q(at__lt=now - READ_NOTICE_RETENTION) & (~Q(read_at=None) | Q(kind__in=computed))
    eldest = Notice.objects.filter(long_ago | done_with).order_by("at").values_list("pk", flat=True)
    return Notice.objects.filter(pk__in=[*eldest[:BATCH_SIZE]]).delete()[0]


async def delete_expired() -> None:
    """Delete everything that has expired, in batches."""
    while await on_the_database_thread(delete_old_chat)() == BATCH_SIZE:
        pass
    while await on_the_database_thread(delete_old_notices)() == BATCH_SIZE:
        pass
    await on_the_database_thread(delete_expired_sessions)()
    await on_the_database_thread(delete_old_advice_notes)()
    await on_the_database_thread(delete_old_vacations)()
    await on_the_database_thread(delete_expired_tokens)()
    await on_the_database_thread(delete_old_answers)()
    await on_the_database_thread(questions.delete_old)()
