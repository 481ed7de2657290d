"""Events as a Django app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Evenings of many games; each result enters in the transaction that ends its game, in every process."""

    name = "game.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.clubs.founding import before_close, on_dissolve
        from game.events.closing import call_off_events, object_to_close
        from game.events.results import record_results
        from game.table.ending import result_recorders

        result_recorders.append(record_results)
        before_close.append(object_to_close)
        on_dissolve.append(call_off_events)
