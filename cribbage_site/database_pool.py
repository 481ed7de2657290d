"""The pool of connections to PostgreSQL: its size, and how soon it reconnects after an outage.

By default a pool waits 1, 2, 4, 8 seconds between its attempts, so one process may find the database seconds
after another. Ours gives up after a short time and starts over at once.
"""

from logging import Filter, LogRecord
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

RECONNECT_SECONDS = 0.4  # seconds between two attempts
MAX_CONNECTIONS = 10
MIN_CONNECTIONS = 4  # the ledger holds one and the database thread another; pages need some too
SELDOM = 60.0


def pool_options(most: int) -> dict[str, Any]:
    """Return Django's options for a process's pool. A timeout limits the wait for a connection."""
    return {
        "min_size": min(2, most),
        "max_size": most,
        "timeout": 10,
        "reconnect_timeout": RECONNECT_SECONDS,
        "reconnect_failed": reconnect,
    }


def reconnect(pool: "ConnectionPool") -> None:
    """Drop broken connections, and try once more to connect."""
    pool.check()


class RepeatFilter(Filter):
    """Lets a repeated message through once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._last_logged: dict[str, float] = {}

    def filter(self, record: LogRecord) -> bool:
        now, message = monotonic(), record.getMessage()
        self._last_logged = {text: at for text, at in self._last_logged.items() if now - at < SELDOM}
        return self._last_logged.setdefault(message, now) == now
