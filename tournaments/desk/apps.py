"""The director's desk as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    """In-person evenings: pairings, two score cards per game, the standings and the bracket."""

    name = "tournaments.desk"
    label = "desk"
    verbose_name = _("Director’s desk")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.desk.personal_data import register_sections

        register_sections()
