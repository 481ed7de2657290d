"""The game as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GameConfig(AppConfig):
    """Cribbage; its bots have their accounts, and moderators their rights, as soon as there is a database."""

    name = "game"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import game.operations.sealing_keys  # noqa: F401  (the check that they are here)
        from common import database_time  # noqa: F401  (a connection keeps the time)
        from game.operations.backup import restore_marker  # noqa: F401  (the check that it is none)

        post_migrate.connect(open_accounts, sender=self)
        post_migrate.connect(appoint_moderators, sender=self)


def open_accounts(**_: Any) -> None:
    """Seat the bots after every migration."""
    from game.table.bot_accounts import open_accounts

    open_accounts()


def appoint_moderators(**_: Any) -> None:
    """Let there be a moderators' group after every migration."""
    from game.moderation.rights import appoint_moderators

    appoint_moderators()
