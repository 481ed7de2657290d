"""The Django app of the game."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as registry
from django.apps.registry import Apps
from django.db.backends.signals import connection_created
from django.db.models import Model
from django.db.models.signals import post_migrate

from common.lazy_import import lazy_import


class GameConfig(AppConfig):
    """The game's app config. After each migration, it ensures that the bots have accounts."""

    name = "game"
    label = "game"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.database.time import synchronize_if_stale
        from common.page_parts import part_loaders
        from game.personal_data import register_sections

        register_sections()
        part_loaders["profile_visit"].append(lazy_import("game.halscrib.page.describe_in_profile"))
        connection_created.connect(synchronize_if_stale)
        post_migrate.connect(ensure_bot_accounts, sender=self)


def ensure_bot_accounts(apps: Apps = registry, **_: Any) -> None:
    """Create the bots' accounts after every migration, except one back to an older player table."""
    from game.table.bot_accounts import create_accounts

    then, now = (known.get_model("game", "Player") for known in (apps, registry))
    if column_names(then) == column_names(now):
        create_accounts()


def column_names(model: type[Model]) -> set[str]:
    return {field.attname for field in model._meta.concrete_fields}
