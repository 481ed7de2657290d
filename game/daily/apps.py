"""The daily game as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.loaded_when_called import LoadedWhenCalled


class DailyConfig(AppConfig):
    """The daily game, who played it, and the standings of a month."""

    name = "game.daily"
    label = "daily"
    verbose_name = _("Daily game")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.daily.personal_data import register_sections
        from game.shared_decks.on_close import on_close

        register_sections()
        on_close.append(LoadedWhenCalled("game.daily.closing.keep_results"))
