"""The one clock: all that asks for the time asks here, and a test can move it."""

from datetime import UTC, datetime, timedelta
from time import time

_ahead = timedelta()


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC) + _ahead


def milliseconds() -> int:
    """The time as a number: milliseconds since 1970."""
    return int((time() + _ahead.total_seconds()) * 1000)


def move(by: timedelta) -> None:
    """Set the clock ahead, or back: for tests, and for what a demo says of last week."""
    global _ahead
    _ahead += by
