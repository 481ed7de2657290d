"""One time for all processes that share a database: PostgreSQL's own.

A move that is made through one process is charged from what another wrote: machines whose clocks differ
would charge the difference. SQLite has no clock but that of the machine on which its processes run.
"""

from math import inf
from time import monotonic
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from common import clock

TIME_SQL = "SELECT extract(epoch FROM clock_timestamp())::float8"
# Longer than the pause between two heartbeats, so that only a process without one asks when it connects.
MAX_AGE = 2.5

_synchronized_at = -inf


def synchronize_clock(connection: BaseDatabaseWrapper) -> None:
    """Set the clock by the database's time."""
    global _synchronized_at
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            asked_at = monotonic()
            cursor.execute(TIME_SQL)
            (reading,) = cursor.fetchone()
            clock.synchronize(reading, asked_at, monotonic())
        _synchronized_at = asked_at


def synchronize_if_stale(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Set the clock when a process connects, so that it has the time before it uses the database."""
    if monotonic() - _synchronized_at > MAX_AGE:
        synchronize_clock(connection)
