"""Mark a database during a restore, so that an interrupted restore is detected.

The last step removes the mark.
"""

from collections.abc import Sequence
from threading import Thread

from django.core.checks import CheckMessage, Error
from django.db import Error as Fault
from django.db import connection

MARKER_TABLE = "restore_under_way"
CREATE_MARKER = f"CREATE TABLE {MARKER_TABLE} (is_half boolean)"
MESSAGE = "A restore into this database is unfinished."
HINT = "If it was interrupted, drop this database and restore into a new one."

MAX_WAIT_SECONDS = 2.0  # time that a process waits for the database before it starts to serve


def is_restore_unfinished() -> bool:
    return MARKER_TABLE in connection.introspection.table_names()


def drop_marker() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {MARKER_TABLE}")


def check_restore_finished(databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """Check for the marker. `check --database default` and `migrate` run this."""
    return [Error(MESSAGE, hint=HINT, id="game.E001")] if databases and is_restore_unfinished() else []


def find_startup_errors() -> list[CheckMessage]:
    """Return the errors that forbid a process to serve. A database that is briefly unavailable is none.

    This runs in its own thread, because a server may load the site inside its event loop.
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
