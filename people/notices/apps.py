"""Notifications as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class NoticesConfig(AppConfig):
    """Notifications, and players' choices of how to receive them."""

    name = "people.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.accounts import sessions
        from people.notices.personal_data import register_sections

        register_sections()
        sessions.on_end.append(lazy_import("people.notices.push.devices.forget_session"))
