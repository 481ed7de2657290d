"""Levels: names and bounds for ranges of points. Pure functions."""

from bisect import bisect_right
from dataclasses import dataclass

from ranking.rules.points import BOTS, INITIAL_POINTS

STARTS = (0, 1700, 1900, 2100, 2300, 2500)
SECOND = STARTS[1]
WIDE = 125  # from the last of these on: levels 6 and 8 are published, at 2500 and 2750


@dataclass(frozen=True, slots=True)
class Level:
    """A level, its bounds, and a player's progress through it, in hundredths.

    In the first level, progress starts at the initial points.
    """

    number: int
    begins: int
    ends: int
    progress: int

    @property
    def holes(self) -> int:
        """How many of a street's twenty holes a peg has passed."""
        return self.progress // 5


def level(points: int) -> Level:
    """Return the level of these points."""
    number = bisect_right(STARTS, points) + max(0, points - STARTS[-1]) // WIDE
    begins, ends = level_start(number), level_start(number + 1)
    origin = INITIAL_POINTS if number == 1 else begins
    return Level(number, begins, ends, max(0, points - origin) * 100 // (ends - origin))


def level_start(number: int) -> int:
    """Return where a level begins."""
    beyond = max(0, number - len(STARTS))
    return STARTS[number - beyond - 1] + WIDE * beyond


def bot_gate(bot: str) -> int | None:
    """Return the points at which a bot stops counting; None if it always counts."""
    return BOTS[bot].gate
