"""Marks a database while it is restored, so that an interrupted restore shows; the last step unmarks it."""

from collections.abc import Sequence
from threading import Thread

from django.core.checks import CheckMessage, Error
from django.db import Error as Fault
from django.db import connection

MARKER_TABLE = "restore_under_way"
CREATE_MARKER = f"CREATE TABLE {MARKER_TABLE} (is_half boolean)"
MESSAGE = "A restore into this database has not come to its end."
HINT = "If it broke off, drop this database and restore into a new one."

MAX_WAIT_SECONDS = 2.0  # for which a process waits for the database before it begins to serve


def is_restore_unfinished() -> bool:
    return MARKER_TABLE in connection.introspection.table_names()


def drop_marker() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {MARKER_TABLE}")


def check_restore_finished(databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """Check for the marker; run by `check --database default`, and by `migrate`."""
    return [Error(MESSAGE, hint=HINT, id="game.E001")] if databases and is_restore_unfinished() else []


def find_startup_errors() -> list[CheckMessage]:
    """Find what forbids a process to serve; a database that is away for the moment does not.

    This runs in a thread of its own, because a server may load the site inside of its event loop.
    """
    errors: list[CheckMessage] = []

    def run_checks() -> None:
        try:
            errors.extend(check_restore_finished(["default"]))
        except Fault:
            pass
        finally:
            connection.close()

    thread = Thread(target=run_checks, daemon=True)
    thread.start()
    thread.join(MAX_WAIT_SECONDS)
    return errors
