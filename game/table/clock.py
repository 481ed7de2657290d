"""The one clock: all that asks for the time asks here, and a test can move it."""

from datetime import UTC, datetime, timedelta

_ahead = timedelta()


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC) + _ahead


def move(by: timedelta) -> None:
    """Set the clock ahead, or back: for tests."""
    global _ahead
    _ahead += by
