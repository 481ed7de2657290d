"""The only clock. All code reads the time from here, so that tests can change it.

Processes that share a PostgreSQL use its time, which `common.database.time` reads every few seconds. In
between, the monotonic clock continues, so that setting this machine's clock does not change ours.
"""

from datetime import UTC, datetime, timedelta
from time import monotonic, time

_shifted_by = timedelta()
# The offset to the monotonic clock; None while this machine's clock is the only one known.
_monotonic_offset: float | None = None


def seconds() -> float:
    """Return the time as seconds since 1970."""
    own = time() if _monotonic_offset is None else monotonic() + _monotonic_offset
    return own + _shifted_by.total_seconds()


def now() -> datetime:
    """Return the time in UTC."""
    return datetime.fromtimestamp(seconds(), UTC)


def milliseconds() -> int:
    """Return the time as milliseconds since 1970."""
    return int(seconds() * 1000)


def synchronize(reading: float, asked_at: float, answered_at: float) -> None:
    """Follow another clock, which showed `reading` at some time between two monotonic times.

    Our clock moves no further than necessary, because the round trip may explain part of the difference.
    """
    global _monotonic_offset
    offset = time() - monotonic() if _monotonic_offset is None else _monotonic_offset
    _monotonic_offset = min(max(offset, reading - answered_at), reading - asked_at)


def shift(by: timedelta) -> None:
    """Move the clock forward or back: for tests, and for the past weeks of a demo."""
    global _shifted_by
    _shifted_by += by
