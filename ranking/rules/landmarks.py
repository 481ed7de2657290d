"""The levels of the ladder, and the bots in them. Pure functions."""

from dataclasses import dataclass

from ranking.rules.levels import bot_gate, level, level_start
from ranking.rules.points import BOTS

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Landmark:
    """A bot, its points, the lowest value of a win over it, and where it stops counting (None for never)."""

    bot: str
    points: int
    least: int
    gate: int | None

    @property
    def name(self) -> str:
        return self.bot.capitalize()


@dataclass(frozen=True, slots=True)
class LevelStep:
    """A level, the bots in it, and those that stop counting at its beginning."""

    number: int
    begins: int
    ends: int | None  # the last level shown has no end
    bots: tuple[Landmark, ...]
    passed: tuple[Landmark, ...]

    @property
    def last(self) -> int | None:
        """The highest points of this level."""
        return None if self.ends is None else self.ends - 1


def landmarks() -> tuple[Landmark, ...]:
    """Return the bots, the easiest first."""
    return tuple(Landmark(bot, its.points, its.least, bot_gate(bot)) for bot, its in BOTS.items())


def level_steps() -> tuple[LevelStep, ...]:
    """Return the levels from the first up, as far as they are shown."""
    return tuple(
        LevelStep(
            number,
            level_start(number),
            level_start(number + 1) if number < SHOWN else None,
            tuple(bot for bot in landmarks() if level(bot.points).number == number),
            tuple(bot for bot in landmarks() if bot.gate == level_start(number)),
        )
        for number in range(1, SHOWN + 1)
    )
