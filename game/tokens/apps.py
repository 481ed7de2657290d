"""The Django app of the API platform."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlatformConfig(AppConfig):
    """Tokens with which programs call the API for an account."""

    name = "game.tokens"
    label = "platform"
    verbose_name = _("Platform")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.tokens.personal_data import register_sections

        register_sections()
