"""Moderation as a Django app."""

from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    """Bans, rulings, and the rights of moderators, which are updated after each migration."""

    name = "people.moderation"
    label = "moderation"

    def ready(self) -> None:
        post_migrate.connect(refresh_moderator_group)


def refresh_moderator_group(app_config: AppConfig, **kwargs: Any) -> None:
    """Give the moderators' group its rights, once: after the last app whose models moderators see."""
    from people.moderation.rights import MODERATOR_VIEWABLE, update_moderator_group

    *_, last = (app for app in apps.get_app_configs() if app.label in MODERATOR_VIEWABLE)
    if app_config == last:
        update_moderator_group()
