"""The daily game as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DailyConfig(AppConfig):
    """The daily game, who played it, and the standings of a month."""

    name = "game.daily"
    label = "daily"
    verbose_name = _("Daily game")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.daily.closing import keep_results
        from game.shared_decks.rounds import on_close

        on_close.append(keep_results)
