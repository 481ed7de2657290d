"""The one clock: all code takes the time from here, so that a test can move it.

Processes that share a PostgreSQL go by its time, which `common.database.time` reads every few seconds.
In between the monotonic clock carries on, so that setting this machine's clock does not move ours.
"""

from datetime import UTC, datetime, timedelta
from time import monotonic, time

_shifted_by = timedelta()
# Add this to the monotonic clock; None while this machine's clock is the only one known.
_monotonic_offset: float | None = None


def seconds() -> float:
    """The time as a number: seconds since 1970."""
    own = time() if _monotonic_offset is None else monotonic() + _monotonic_offset
    return own + _shifted_by.total_seconds()


def now() -> datetime:
    """The time, in UTC."""
    return datetime.fromtimestamp(seconds(), UTC)


def milliseconds() -> int:
    """The time as a number: milliseconds since 1970."""
    return int(seconds() * 1000)


def synchronize(reading: float, asked_at: float, answered_at: float) -> None:
    """Follow another clock, which showed `reading` at some time between two of the monotonic clock.

    Ours moves no further than it must: the round trip may explain part of the difference.
    """
    global _monotonic_offset
    offset = time() - monotonic() if _monotonic_offset is None else _monotonic_offset
    _monotonic_offset = min(max(offset, reading - answered_at), reading - asked_at)


def shift(by: timedelta) -> None:
    """Set the clock ahead or back: for tests, and for the past weeks of a demo."""
    global _shifted_by
    _shifted_by += by
