"""Both players are reminded once, also by several processes and after a restart. Past rows are deleted."""

from datetime import timedelta

import pytest

from common import clock
from game.accounts import blocks
from game.models import Player
from people.appointments import appointments
from people.appointments.jobs import JOBS
from people.appointments.models import Appointment
from people.appointments.reminders import LATEST, delete_past, send_due
from people.appointments.tests.test_appointments import accepted, news_of, suggest
from people.appointments.times import DELETED_AFTER, REMIND_BEFORE
from people.notices.models import Notice
from people.notices.record import mark_read
from tests.worlds.days import moved_clock
from tests.worlds.threads import at_once

MINUTE = timedelta(minutes=1)


@pytest.mark.django_db
def test_both_are_reminded_once(ann: Player, bob: Player):
    appointment = accepted(ann, bob)
    for player in (ann, bob):
        mark_read(player.pk)
    assert send_due() == 0
    with moved_clock(appointment.starts_at - REMIND_BEFORE + MINUTE):
        assert send_due() == 1
        assert news_of(ann) == ["Your game with Bob begins soon."]
        assert news_of(bob) == ["Your game with Ann begins soon."]
        assert send_due() == 0
    with moved_clock(appointment.starts_at + timedelta(hours=1)):
        assert news_of(ann) == []


@pytest.mark.django_db
def test_reminder_is_not_repeated_if_its_row_was_not_updated(ann: Player, bob: Player):
    appointment = accepted(ann, bob)
    with moved_clock(appointment.starts_at - REMIND_BEFORE + MINUTE):
        send_due()
        Appointment.objects.update(remind_at=clock.now())
        send_due()
    assert Notice.objects.filter(kind="appointment_soon").count() == 2


@pytest.mark.slow
@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
def test_processes_at_the_same_time_remind_once(ann: Player, bob: Player):
    appointment = accepted(ann, bob)
    with moved_clock(appointment.starts_at - REMIND_BEFORE + MINUTE):
        at_once(*[send_due] * 4)
    assert Notice.objects.filter(kind="appointment_soon").count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["called off", "blocked", "banned", "too late", "not accepted", "at once"])
def test_nobody_is_reminded_of_a_game_that_cannot_be(ann: Player, bob: Player, why: str):
    at = timedelta(hours=1) if why != "at once" else timedelta(minutes=3)
    appointment = suggest(ann, bob, at) if why == "not accepted" else accepted(ann, bob, at)
    if why == "called off":
        appointments.call_off(appointment_id=appointment.pk, player=bob)
    if why == "blocked":
        blocks.block(player=bob, other=ann)
    if why == "banned":
        Player.objects.filter(pk=ann.pk).update(banned_until=clock.now() + timedelta(days=9))
    late = LATEST + MINUTE if why == "too late" else -MINUTE
    with moved_clock(appointment.starts_at + late):
        send_due()
    assert not Notice.objects.filter(kind="appointment_soon").exists()


@pytest.mark.django_db
def test_past_times_are_deleted_after_a_day(ann: Player, bob: Player):
    appointment = accepted(ann, bob)
    suggest(ann, None, timedelta(days=3))
    assert delete_past() == 0
    with moved_clock(appointment.starts_at + DELETED_AFTER + MINUTE):
        assert delete_past() == 1
    assert Appointment.objects.count() == 1


def test_one_process_runs_the_jobs():
    assert len(JOBS) == 2
    assert all(job.is_site_wide for job in JOBS)
