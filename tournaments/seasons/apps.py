"""Seasons as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonsConfig(AppConfig):
    """Seasons, of a club and of the site; who wins one has a trophy."""

    name = "tournaments.seasons"
    label = "seasons"
    verbose_name = _("Seasons")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from people.clubs.founding import on_dissolve
        from tournaments.events.show.trophies import TROPHIES
        from tournaments.seasons.calendar import end_seasons
        from tournaments.seasons.personal_data import register_sections
        from tournaments.seasons.trophies import load_championships

        register_sections()
        TROPHIES.append(load_championships)
        on_dissolve.append(end_seasons)
