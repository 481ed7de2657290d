"""How points move on average: what a game brings a player of some strength, and where that ends. Pure."""

from typing import NamedTuple

from ranking.rules.levels import FIRST
from ranking.rules.points import BOTS, EVEN_STAKE, INITIAL_POINTS, POINTS_PER_STEP, exchange

# Of 100 games, those that a player as strong as the first wins from the second.
# Measured: `manage.py arena novice intermediate halscrib advanced --games 4000 --seed 7` (docs/bots.md).
MEASURED_WINS = {
    "novice": {"novice": 50.0, "intermediate": 31.8, "advanced": 16.3},
    "intermediate": {"novice": 68.2, "intermediate": 50.0, "advanced": 31.0},
    "advanced": {"novice": 83.7, "intermediate": 69.0, "advanced": 50.0},
}


class Drift(NamedTuple):
    """What a bot brings a player of some strength."""

    bot: str
    wins: float  # percent
    at_start: float  # points a game on average, at the points that everybody begins with
    rests_at: int


class PlayerDrift(NamedTuple):
    """What each bot brings a player who is as strong as this one."""

    strength: str
    against: tuple[Drift, ...]

    @property
    def name(self) -> str:
        return self.strength.capitalize()


def expected_change(own: int, opponent: int | str, wins: float) -> float:
    """The points that a game changes on average for a player who wins so many percent of them."""
    stake = exchange(own, opponent)
    return (wins * stake.win - (100 - wins) * stake.loss) / 100


def resting_points(bot: str, wins: float) -> int:
    """The points at which games with a bot change nothing more on average, by the rule's straight line."""
    return round(BOTS[bot].points + EVEN_STAKE * POINTS_PER_STEP * (2 * wins - 100) / 100)


def games_to_level_two(bot: str, wins: float) -> int | None:
    """How many games it takes on average from the first points to level 2; None where they never reach it."""
    if resting_points(bot, wins) <= FIRST:
        return None
    points, games = float(INITIAL_POINTS), 0
    while points < FIRST:
        points += expected_change(round(points), bot, wins)
        games += 1
    return games


def measured_drifts() -> tuple[PlayerDrift, ...]:
    """What each bot brings players as strong as each bot."""
    return tuple(
        PlayerDrift(
            strength,
            tuple(
                Drift(bot, share, expected_change(INITIAL_POINTS, bot, share), resting_points(bot, share))
                for bot, share in wins.items()
            ),
        )
        for strength, wins in MEASURED_WINS.items()
    )


def break_even_games(own: int, opponent: int) -> int:
    """Of how many games one has to be won so that, between these points, nothing changes on average."""
    stake = exchange(own, opponent)
    return round((stake.win + stake.loss) / stake.loss)
