"""Moderation as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    """Bans, rulings and the rights of moderators, which follow each migration."""

    name = "people.moderation"
    label = "moderation"

    def ready(self) -> None:
        post_migrate.connect(refresh_moderator_group)


def refresh_moderator_group(app_config: AppConfig, **_: Any) -> None:
    """Give the moderators' group its rights over the models of an app that was migrated."""
    from people.moderation.rights import MODERATOR_VIEWABLE, update_moderator_group

    if app_config.label in MODERATOR_VIEWABLE:
        update_moderator_group()
