"""The daily game as a Django app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from game.shared_decks.models import Round


class DailyConfig(AppConfig):
    """The daily game, who played it, and the standings of a month."""

    name = "game.daily"
    label = "daily"
    verbose_name = _("Daily game")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.shared_decks.on_close import on_close

        on_close.append(keep_results)


def keep_results(round_: "Round") -> None:
    """Write down the results of a daily whose round closes."""
    from game.daily.closing import keep_results

    keep_results(round_)
