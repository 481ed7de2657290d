"""Levels: names and bounds for ranges of points. Pure functions."""

from dataclasses import dataclass

from ranking.rules.points import BOTS, INITIAL_POINTS

SECOND = 1700  # level 1 is everything below
PUBLISHED = 6  # levels 6 and 8 are published: 2500 and 2750
PUBLISHED_BEGINS = 2500
WIDE = 125  # from the published level on
WIDE_BELOW = 200  # from the second level to the published one


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
    number = _level_number(points)
    begins, ends = level_start(number), level_start(number + 1)
    origin = INITIAL_POINTS if number == 1 else begins
    return Level(number, begins, ends, max(0, points - origin) * 100 // (ends - origin))


def level_start(number: int) -> int:
    """Return where a level begins."""
    if number == 1:
        return 0
    beyond = number - PUBLISHED
    return PUBLISHED_BEGINS + beyond * (WIDE if beyond > 0 else WIDE_BELOW)


def _level_number(points: int) -> int:
    if points < SECOND:
        return 1
    beyond = points - PUBLISHED_BEGINS
    return PUBLISHED + beyond // (WIDE if beyond > 0 else WIDE_BELOW)


def bot_gate(bot: str) -> int | None:
    """Return the points at which a bot stops counting; None if it always counts."""
    return BOTS[bot].gate
