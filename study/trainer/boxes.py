"""Leitner's boxes: what is right waits longer, what is wrong comes again tomorrow. Pure."""

from datetime import date, timedelta
from typing import NamedTuple

# The days that an exercise waits in the first box, in the second, and so on; in box 0 it is new.
DAYS = (1, 3, 7, 16, 35)
FIRST, LAST = 1, len(DAYS)
LEARNT = LAST + 1


class Place(NamedTuple):
    """The box that an exercise is in, and when it is due; what has been learnt never is."""

    box: int
    due_on: date | None


def is_due(place: Place, today: date) -> bool:
    """Whether an exercise is due."""
    return place.due_on is not None and place.due_on <= today


def place_after(place: Place, *, is_right: bool, today: date) -> Place:
    """Where an exercise goes when it was answered; before its day it stays where it is."""
    if not is_due(place, today):
        return place
    box = min(place.box + 1, LEARNT) if is_right else FIRST
    return Place(box, None if box == LEARNT else today + timedelta(days=DAYS[box - 1]))
