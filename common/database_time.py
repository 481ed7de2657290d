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
# Longer than between two heartbeats: only who has no heart asks because it connects.
MAX_AGE = 2.5  # seconds

_synchronized_at = -inf


def synchronize_clock(connection: BaseDatabaseWrapper) -> None:
    """Go by the time that the database says it is."""
    global _synchronized_at
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            asked = monotonic()
            cursor.execute(TIME_SQL)
            (said,) = cursor.fetchone()
            clock.synchronize(said, asked, monotonic())
        _synchronized_at = asked


def synchronize_if_stale(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Whatever a process does with its database, it knows the time before."""
    if monotonic() - _synchronized_at > MAX_AGE:
        synchronize_clock(connection)
