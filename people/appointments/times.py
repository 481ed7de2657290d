"""The times of an appointment. Pure."""

from datetime import datetime, timedelta

# How far ahead a player may suggest a time.
FURTHEST = timedelta(days=14)
REMIND_BEFORE = timedelta(minutes=10)
# How long before and after the time its page offers to play.
OPENS_BEFORE = timedelta(minutes=15)
STAYS_OPEN = timedelta(hours=2)
DELETED_AFTER = timedelta(days=1)
# The time that a calendar blocks for it.
USUAL_LENGTH = timedelta(minutes=45)


def opens_at(starts_at: datetime) -> datetime:
    return starts_at - OPENS_BEFORE


def closes_at(starts_at: datetime) -> datetime:
    return starts_at + STAYS_OPEN
