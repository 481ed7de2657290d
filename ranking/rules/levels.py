"""Levels: the words and steps for points. Pure."""

from dataclasses import dataclass

from ranking.rules.points import BOTS, INITIAL_POINTS

FIRST = 2000  # level 1 is all below
WIDE = 125
TOP = 1750  # level n, from the second on, begins at 1750 + 125 n


@dataclass(frozen=True, slots=True)
class Level:
    """A level, where it begins and ends, and how far a player has come through it, in hundredths.

    In the first level the way begins at the points that everybody starts with.
    """

    number: int
    begins: int
    ends: int
    progress: int


def level(points: int) -> Level:
    """Find the level of these points."""
    if points < FIRST:
        way = max(0, points - INITIAL_POINTS) * 100 // (FIRST - INITIAL_POINTS)
        return Level(1, 0, FIRST, way)
    number = (points - TOP) // WIDE
    begins = TOP + WIDE * number
    return Level(number, begins, begins + WIDE, (points - begins) * 100 // WIDE)


def level_start(number: int) -> int:
    """Where a level begins."""
    return 0 if number == 1 else TOP + WIDE * number


def bot_gate(bot: str) -> int | None:
    """The points at which a bot stops counting; None for one that always does."""
    return BOTS[bot].gate
