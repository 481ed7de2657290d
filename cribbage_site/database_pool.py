"""The pool of connections to PostgreSQL: its size, and how soon a database that was gone is found again.

A pool by itself waits 1, 2, 4, 8 seconds between its attempts: of two processes one may find the database
seconds after the other. Ours gives up soon, and begins anew whenever it has.
"""

from logging import Filter, LogRecord
from time import monotonic
from typing import Any

from psycopg_pool import ConnectionPool

RECONNECT_SECONDS = 0.4  # seconds between two attempts
MAX_CONNECTIONS = 10
SELDOM = 60.0


def pool_options(most: int) -> dict[str, Any]:
    """What Django gives to a process's pool; waiting for a connection takes no longer than its timeout."""
    return {
        "min_size": min(2, most),
        "max_size": most,
        "timeout": 10,
        "reconnect_timeout": RECONNECT_SECONDS,
        "reconnect_failed": reconnect,
    }


def reconnect(pool: ConnectionPool) -> None:
    """Drop what is broken, and try to connect once more."""
    pool.check()


class RepeatFilter(Filter):
    """Says the same thing once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: LogRecord) -> bool:
        now, says = monotonic(), record.getMessage()
        self._said = {said: at for said, at in self._said.items() if now - at < SELDOM}
        return self._said.setdefault(says, now) == now
