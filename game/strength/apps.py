"""Strength as a Django app."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from game.table.ending import Result


class StrengthConfig(AppConfig):
    """Luck taken out of results; which game is to be weighed is noted in the transaction that ends it."""

    name = "game.strength"
    label = "strength"
    verbose_name = _("Strength")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.table.result_recorders import result_recorders

        result_recorders.append(note_results)


def note_results(results: Mapping[str, "Result"]) -> None:
    """Note which of these games are to be weighed, or taken out again."""
    from game.strength.entering import note_results

    note_results(results)
