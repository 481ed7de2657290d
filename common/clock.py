"""The one clock: all that asks for the time asks here, and a test can move it.

Where processes share a PostgreSQL its time is theirs: `common.database_time` asks for it again and again.
In between a steady clock goes on from there, and whoever sets the clock of this machine does not move ours.
"""

from datetime import UTC, datetime, timedelta
from time import monotonic, time

_shifted_by = timedelta()
# What is to be added to the steady clock; None while no other clock than this machine's is known.
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
    """Go by another clock, which said this at some time between two of the steady one.

    Ours is moved no further than it must: what the way there and back explains is no difference.
    """
    global _monotonic_offset
    so_far = time() - monotonic() if _monotonic_offset is None else _monotonic_offset
    _monotonic_offset = min(max(so_far, reading - answered_at), reading - asked_at)


def shift(by: timedelta) -> None:
    """Set the clock ahead, or back: for tests, and for what a demo says of last week."""
    global _shifted_by
    _shifted_by += by
