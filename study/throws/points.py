"""What a throw earns. Pure."""

from math import exp2

FULL = 100
HALVES = 0.02  # of a game: what costs so much earns half


def points_for(lost: float) -> int:
    """The points of a throw that wins so much less often than the best."""
    return round(FULL * exp2(-max(lost, 0.0) / HALVES))
