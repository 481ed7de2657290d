"""The personal data that appointments store about a player."""

from django.db.models import Q

from common.personal_data import Section, register
from people.appointments.models import Appointment


def register_sections() -> None:
    register(
        "appointments",
        export=Section(
            lambda me: Appointment.objects.filter(Q(by=me) | Q(to=me)),
            "starts_at created_at state settings game",
            {"suggested_by": "by__username", "suggested_to": "to__username"},
        ),
    )
