"""The game as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate


class GameConfig(AppConfig):
    """Cribbage; after each migration the bots have their accounts and moderators their rights."""

    name = "game"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.database_time import synchronize_if_stale
        from game.operations.backup.restore_marker import check_restore_finished
        from game.operations.sealing_keys import check_keys_present

        connection_created.connect(synchronize_if_stale)
        checks.register(check_keys_present, checks.Tags.database)
        checks.register(check_restore_finished, checks.Tags.database)
        post_migrate.connect(ensure_bot_accounts, sender=self)
        post_migrate.connect(ensure_moderator_group, sender=self)


def ensure_bot_accounts(**_: Any) -> None:
    """Create the bots' accounts after every migration."""
    from game.table.bot_accounts import create_accounts

    create_accounts()


def ensure_moderator_group(**_: Any) -> None:
    """Create the moderators' group after every migration."""
    from game.moderation.rights import update_moderator_group

    update_moderator_group()
