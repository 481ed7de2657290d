"""Events as a Django app."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from game.table.ending import Result


class EventsConfig(AppConfig):
    """Evenings of many games; each result enters in the transaction that ends its game, in every process."""

    name = "game.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.table.result_recorders import result_recorders

        result_recorders.append(record_results)


def record_results(results: Mapping[str, "Result"]) -> None:
    """Enter results in their events; loaded when a game ends, for most commands end none."""
    from game.events.results import record_results

    record_results(results)
