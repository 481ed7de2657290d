"""Notices as a Django app of its own."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Notices, and what a player wants to be told by which way."""

    name = "game.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.notices.personal_data import register_sections

        register_sections()
