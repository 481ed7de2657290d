"""The Django app for bots that play by the API."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotAccountsConfig(AppConfig):
    """Accounts whose moves a program makes, and their owners."""

    name = "game.bot_accounts"
    label = "bot_accounts"
    verbose_name = _("Bots of players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.bot_accounts.personal_data import register_sections

        register_sections()
