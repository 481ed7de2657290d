"""Average changes of points: a game's value for a player of given strength, and the long-term points.

Pure functions.
"""

from typing import NamedTuple

from ranking.rules.levels import SECOND
from ranking.rules.points import BOTS, EVEN_STAKE, INITIAL_POINTS, POINTS_PER_STEP, exchange

# Games of 100 that a player as strong as the first wins against the second.
# docs/explanation/bots.md: `manage.py arena novice intermediate halscrib advanced --games 4000 --seed 7`.
MEASURED_WINS = {
    "novice": {"novice": 50.0, "intermediate": 31.8, "advanced": 16.3},
    "intermediate": {"novice": 68.2, "intermediate": 50.0, "advanced": 31.0},
    "advanced": {"novice": 83.7, "intermediate": 69.0, "advanced": 50.0},
}


class Drift(NamedTuple):
    """The average effect of a bot on a player of given strength."""

    bot: str
    wins: float  # percent
    at_start: float  # average points per game, at the initial points
    rests_at: int


class PlayerDrift(NamedTuple):
    """The average effect of each bot on a player as strong as this one."""

    strength: str
    against: tuple[Drift, ...]

    @property
    def name(self) -> str:
        return self.strength.capitalize()


def expected_change(own: int, opponent: int | str, wins: float) -> float:
    """Return the average change per game for a player who wins so many percent of games."""
    stake = exchange(own, opponent)
    return (wins * stake.win - (100 - wins) * stake.loss) / 100


def resting_points(bot: str, wins: float) -> int:
    """Return the points at which games with a bot change nothing on average, by the linear rule."""
    return round(BOTS[bot].points + EVEN_STAKE * POINTS_PER_STEP * (2 * wins - 100) / 100)


def games_to_level_two(bot: str, wins: float) -> int | None:
    """Return the average number of games from the initial points to level 2; None if it is never reached."""
    if resting_points(bot, wins) <= SECOND:
        return None
    points, games = float(INITIAL_POINTS), 0
    while points < SECOND:
        points += expected_change(round(points), bot, wins)
        games += 1
    return games


def measured_drifts() -> tuple[PlayerDrift, ...]:
    """Return the effect of each bot on players as strong as each bot."""
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
    """Return the number of games of which one must be won to break even between these points."""
    stake = exchange(own, opponent)
    return round((stake.win + stake.loss) / stake.loss)
