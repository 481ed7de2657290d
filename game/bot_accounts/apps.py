"""Bots that play over the API, as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotAccountsConfig(AppConfig):
    """Accounts of which a program makes the moves, and their owners."""

    name = "game.bot_accounts"
    label = "bot_accounts"
    verbose_name = _("Bots of players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.bot_accounts.personal_data import register_sections

        register_sections()
