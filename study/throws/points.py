"""The points of a discard. Pure."""

from math import exp2

FULL = 100
HALVES = 0.02  # of a game: a discard that loses this much gets half the points


def points_for(lost: float) -> int:
    """Return the points of a discard that loses this much winning chance."""
    return round(FULL * exp2(-max(lost, 0.0) / HALVES))
