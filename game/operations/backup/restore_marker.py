"""A database that a restore broke off in says so itself: by a mark, which the last step takes away."""

from collections.abc import Sequence
from threading import Thread

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import Error as Fault
from django.db import connection

MARK = "restore_under_way"
SET = f"CREATE TABLE {MARK} (is_half boolean)"
SAYS = "A restore into this database has not come to its end."
HINT = "If it broke off, drop this database and restore into a new one."

PATIENCE = 2.0  # seconds that a process waits for the database before it begins to serve


def is_half() -> bool:
    return MARK in connection.introspection.table_names()


def take_away() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {MARK}")


@register(Tags.database)
def is_whole(databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """Asked by `check --database default`, and by `migrate`."""
    return [Error(SAYS, hint=HINT, id="game.E001")] if databases and is_half() else []


def faults() -> list[CheckMessage]:
    """What a process asks before it serves: a database that is not there for the moment is no fault.

    In a thread apart: a server may load the site inside of its event loop.
    """
    found: list[CheckMessage] = []

    def look() -> None:
        try:
            found.extend(is_whole(["default"]))
        except Fault:
            pass
        finally:
            connection.close()

    looking = Thread(target=look, daemon=True)
    looking.start()
    looking.join(PATIENCE)
    return found
