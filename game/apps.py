"""The game as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GameConfig(AppConfig):
    """Cribbage; its bots have their accounts, and moderators their rights, as soon as there is a database."""

    name = "game"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import game.keys  # noqa: F401  (the check that they are here)
        from game.backup import half  # noqa: F401  (the check that it is none)
        from game.table import shared_time  # noqa: F401  (a connection keeps the time)

        post_migrate.connect(open_accounts, sender=self)
        post_migrate.connect(appoint_moderators, sender=self)


def open_accounts(**_: Any) -> None:
    """Seat the bots after every migration."""
    from game.table.house import open_accounts

    open_accounts()


def appoint_moderators(**_: Any) -> None:
    """Let there be a moderators' group after every migration."""
    from game.host.rights import appoint_moderators

    appoint_moderators()
