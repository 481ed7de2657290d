"""Levels: names and bounds for ranges of points. Pure functions."""

from dataclasses import dataclass

from ranking.rules.points import BOTS, INITIAL_POINTS

FIRST = 2000  # level 1 is everything below
WIDE = 125
TOP = 1750  # level n, from the second on, begins at 1750 + 125 n


@dataclass(frozen=True, slots=True)
class Level:
    """A level, its bounds, and a player's progress through it, in hundredths.

    In the first level, progress starts at the initial points.
    """

    number: int
    begins: int
    ends: int
    progress: int


def level(points: int) -> Level:
    """Return the level of these points."""
    if points < FIRST:
        way = max(0, points - INITIAL_POINTS) * 100 // (FIRST - INITIAL_POINTS)
        return Level(1, 0, FIRST, way)
    number = (points - TOP) // WIDE
    begins = TOP + WIDE * number
    return Level(number, begins, begins + WIDE, (points - begins) * 100 // WIDE)


def level_start(number: int) -> int:
    """Return where a level begins."""
    return 0 if number == 1 else TOP + WIDE * number


def bot_gate(bot: str) -> int | None:
    """Return the points at which a bot stops counting; None if it always counts."""
    return BOTS[bot].gate
