"""Leitner's boxes: right answers wait longer, wrong ones come again tomorrow. Pure."""

from datetime import date, timedelta
from typing import NamedTuple

# The days that an exercise waits in the first box, in the second, and so on. New ones are in box 0.
DAYS = (1, 3, 7, 16, 35)
FIRST, LAST = 1, len(DAYS)
LEARNT = LAST + 1


class Place(NamedTuple):
    """The box of an exercise, and when it is due. Learnt exercises are never due."""

    box: int
    due_on: date | None


def is_due(place: Place, today: date) -> bool:
    """Return whether an exercise is due."""
    return place.due_on is not None and place.due_on <= today


def place_after(place: Place, *, is_right: bool, today: date) -> Place:
    """Return an exercise's place after an answer. Before its day, it does not move."""
    if not is_due(place, today):
        return place
    box = min(place.box + 1, LEARNT) if is_right else FIRST
    return Place(box, None if box == LEARNT else today + timedelta(days=DAYS[box - 1]))
