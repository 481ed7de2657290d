"""A database that a restore broke off in says so itself: by a mark, which the last step takes away."""

from collections.abc import Sequence
from threading import Thread

from django.core.checks import CheckMessage, Error
from django.db import Error as Fault
from django.db import connection

MARKER_TABLE = "restore_under_way"
CREATE_MARKER = f"CREATE TABLE {MARKER_TABLE} (is_half boolean)"
MESSAGE = "A restore into this database has not come to its end."
HINT = "If it broke off, drop this database and restore into a new one."

MAX_WAIT_SECONDS = 2.0  # seconds that a process waits for the database before it begins to serve


def is_restore_unfinished() -> bool:
    return MARKER_TABLE in connection.introspection.table_names()


def drop_marker() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {MARKER_TABLE}")


def check_restore_finished(databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """Asked by `check --database default`, and by `migrate`."""
    return [Error(MESSAGE, hint=HINT, id="game.E001")] if databases and is_restore_unfinished() else []


def find_startup_errors() -> list[CheckMessage]:
    """What a process asks before it serves: a database that is not there for the moment is no fault.

    In a thread apart: a server may load the site inside of its event loop.
    """
    found: list[CheckMessage] = []

    def look() -> None:
        try:
            found.extend(check_restore_finished(["default"]))
        except Fault:
            pass
        finally:
            connection.close()

    looking = Thread(target=look, daemon=True)
    looking.start()
    looking.join(MAX_WAIT_SECONDS)
    return found
