"""One time for all processes that share a database: PostgreSQL's own.

A move in one process is charged from a time that another process wrote. Machines with different clocks would
charge the difference. SQLite has only the clock of the machine on which its processes run.
"""

from math import inf
from time import monotonic
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from common import clock

TIME_SQL = {"postgresql": "extract(epoch FROM clock_timestamp())::float8"}
# Longer than the pause between heartbeats, so that only a process without a heartbeat asks when it connects.
MAX_AGE = 2.5

_synchronized_at = -inf


def synchronize_clock(connection: BaseDatabaseWrapper, also_read: str = "NULL") -> Any:
    """Set the clock to the database's time, and return a value that is read in the same query."""
    global _synchronized_at
    with connection.cursor() as cursor:
        asked_at = monotonic()
        cursor.execute(f"SELECT {TIME_SQL.get(connection.vendor, 'NULL')}, ({also_read})")
        reading, value = cursor.fetchone()
    if reading is not None:
        clock.synchronize(reading, asked_at, monotonic())
        _synchronized_at = asked_at
    return value


def synchronize_if_stale(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Set the clock when a process connects, so that it has the time before it uses the database."""
    if connection.vendor in TIME_SQL and monotonic() - _synchronized_at > MAX_AGE:
        synchronize_clock(connection)
