"""Reminders of appointments, and the deletion of past ones."""

from datetime import timedelta

from django.db import transaction

from common import clock
from game.accounts import blocks
from game.accounts.sanctions import is_banned
from people.appointments.appointments import notify_both_soon
from people.appointments.models import Appointment
from people.appointments.times import DELETED_AFTER

IS_DUE = "SELECT 1 FROM appointments_appointment WHERE remind_at <= %(now)s"
BATCH_SIZE = 100
# A reminder that is later than this, after a long stop of the server, is of no use.
LATEST = timedelta(minutes=30)


@transaction.atomic
def send_due() -> int:
    """Remind the players of a batch of appointments, each once. Return the number of appointments."""
    now = clock.now()
    due = Appointment.objects.filter(remind_at__lte=now).order_by("remind_at")
    # A row that another process has locked is being reminded of at this moment.
    locked = due.select_for_update(skip_locked=True, of=("self",)).select_related("by", "to")[:BATCH_SIZE]
    appointments = list(locked)
    Appointment.objects.filter(pk__in=[each.pk for each in appointments]).update(remind_at=None)
    for each in appointments:
        if now <= each.starts_at + LATEST and _may_be_held(each):
            notify_both_soon(each)
    return len(appointments)


def _may_be_held(appointment: Appointment) -> bool:
    players = (appointment.by, appointment.to)
    if appointment.state != Appointment.State.ACCEPTED or appointment.to is None:
        return False
    if any(player is None or not player.is_active or is_banned(player) for player in players):
        return False
    return not blocks.is_blocked(appointment.by, appointment.to)


def delete_past() -> int:
    """Delete appointments whose time was a day ago, whether they were kept or not."""
    return Appointment.objects.filter(starts_at__lt=clock.now() - DELETED_AFTER).delete()[0]
