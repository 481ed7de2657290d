"""Appointments as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AppointmentsConfig(AppConfig):
    """Times on which two players agree for a game."""

    name = "people.appointments"
    label = "appointments"
    verbose_name = _("Appointments")

    def ready(self) -> None:
        from people.appointments.personal_data import register_sections

        register_sections()
