"""Clubs as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs: players who have a page and a name together, and one day evenings of their own."""

    name = "people.clubs"
    label = "clubs"
    verbose_name = _("Clubs")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.bot_accounts.unused import belongings
        from people.clubs.personal_data import register_sections

        register_sections()
        belongings.append("clubs.Membership")
