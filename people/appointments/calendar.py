"""An appointment in a calendar of one of its players."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from common.formats.calendar_file import CalendarEvent
from game.models import Player
from people.appointments.appointments import load_upcoming
from people.appointments.models import Appointment
from people.appointments.times import REMIND_BEFORE, USUAL_LENGTH


def calendar_event(appointment: Appointment, player: object, request: HttpRequest) -> CalendarEvent:
    """Return an appointment as an event of a calendar, named after the opponent."""
    other = appointment.other_than(player)
    title = gettext("Cribbage with %(name)s") % {"name": other.shown_name} if other else gettext("Cribbage")
    return CalendarEvent(
        uid=f"{appointment.pk}@{request.get_host()}",
        created_at=appointment.created_at,
        starts_at=appointment.starts_at,
        lasts=USUAL_LENGTH,
        title=title,
        url=request.build_absolute_uri(reverse("appointment", args=[appointment.pk])),
        alarm_before=REMIND_BEFORE,
    )


def load_calendar(player: Player, request: HttpRequest) -> list[CalendarEvent]:
    """Return the coming appointments of a player for their calendar."""
    return [calendar_event(each.appointment, player, request) for each in load_upcoming(player)]
