"""Events as a Django app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Evenings of many games; what they need of the end of each game they hear in its own transaction."""

    name = "game.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"
