"""The platform as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlatformConfig(AppConfig):
    """Tokens: what a program calls in an account's name with."""

    name = "game.tokens"
    label = "platform"
    verbose_name = _("Platform")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.tokens.personal_data import register_sections

        register_sections()
