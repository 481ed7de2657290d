"""The levels one climbs, and where the bots stand in them. Pure."""

from dataclasses import dataclass

from ranking.levels import begins_at, level, lifts_to
from ranking.points import BOTS

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Landmark:
    """A bot, where it stands, what it gives at least, and where it stops to count; None if it never does."""

    bot: str
    points: int
    least: int
    lifts_to: int | None

    @property
    def name(self) -> str:
        return self.bot.capitalize()


@dataclass(frozen=True, slots=True)
class Step:
    """A level, the bots that stand in it, and those that count no more from its beginning on."""

    number: int
    begins: int
    ends: int | None  # the last that is shown is left open
    bots: tuple[Landmark, ...]
    passed: tuple[Landmark, ...]

    @property
    def last(self) -> int | None:
        """The most points of this level."""
        return None if self.ends is None else self.ends - 1


def landmarks() -> tuple[Landmark, ...]:
    """The bots, from the easiest up."""
    return tuple(Landmark(bot, its.points, its.least, lifts_to(bot)) for bot, its in BOTS.items())


def steps() -> tuple[Step, ...]:
    """The levels from the first up, as far as they are shown."""
    return tuple(
        Step(
            number,
            begins_at(number),
            begins_at(number + 1) if number < SHOWN else None,
            tuple(bot for bot in landmarks() if level(bot.points).number == number),
            tuple(bot for bot in landmarks() if bot.lifts_to == begins_at(number)),
        )
        for number in range(1, SHOWN + 1)
    )
