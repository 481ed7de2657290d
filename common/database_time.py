"""One time for all processes that share a database: PostgreSQL's own.

A move that is made through one process is charged from what another wrote: machines whose clocks differ
would charge the difference. SQLite has no clock but that of the machine on which its processes run.
"""

from math import inf
from time import monotonic
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from common import clock

SAYS = "SELECT extract(epoch FROM clock_timestamp())::float8"
# Longer than between two heartbeats: only who has no heart asks because it connects.
STALE = 2.5  # seconds

_asked = -inf


def ask(connection: BaseDatabaseWrapper) -> None:
    """Go by the time that the database says it is."""
    global _asked
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            asked = monotonic()
            cursor.execute(SAYS)
            (said,) = cursor.fetchone()
            clock.go_by(said, asked, monotonic())
        _asked = asked


def ask_where_it_was_long_ago(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Whatever a process does with its database, it knows the time before."""
    if monotonic() - _asked > STALE:
        ask(connection)


connection_created.connect(ask_where_it_was_long_ago)
