"""Engines that play from elsewhere, as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EnginesConfig(AppConfig):
    """Programs of players that play as house bots, and what hosts decided about them."""

    name = "game.engines"
    label = "engines"
    verbose_name = _("Engines")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.engines.personal_data import register_sections

        register_sections()
