"""The Django app for engines that run elsewhere."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EnginesConfig(AppConfig):
    """Players' programs that play as house bots, and the hosts' decisions about them."""

    name = "game.engines"
    label = "engines"
    verbose_name = _("Engines")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.engines.personal_data import register_sections

        register_sections()
