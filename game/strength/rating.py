"""How Strength moves by a game: in sums, products and quotients alone, which any machine makes alike.

    y = L - 1/2 = s_i - s_j + e,   k = 1 / (v_i + v_j + sigma^2),   e = y - (s_i - s_j)
    s_i += v_i k e,   s_j -= v_j k e,   v -= v^2 k

s is the share of a game by which a player is ahead of an average one, v how unsure that is.
"""

from math import sqrt
from typing import NamedTuple

PRIOR = 0.06 * 0.06
DRIFT = 0.01 * 0.01 / 100  # a game
# Measured: the variance of L in games of four bots, each against itself, on average (docs/review.md).
GAME_VARIANCE = 0.094

# Measured, and fixed: by L against the other bots, Intermediate being taken for an average player.
BOT_STRENGTHS = {"novice": -0.177, "intermediate": 0.0, "halscrib": 0.115, "advanced": 0.179}

SHOWN_FROM = 20  # games
SURE = 1.96  # standard deviations to either side that hold the truth 19 times in 20


class Strength(NamedTuple):
    """How strong somebody is, and how unsure that is; a bot's is fixed."""

    strength: float = 0.0
    variance: float = PRIOR
    games: int = 0

    @property
    def is_fixed(self) -> bool:
        return self.variance == 0

    @property
    def percent(self) -> float:
        """The share of games won against an average player."""
        return 50 + 100 * self.strength

    @property
    def margin(self) -> float:
        """Half of its 95% interval."""
        return 100 * SURE * sqrt(self.variance)

    @property
    def is_shown(self) -> bool:
        return self.games >= SHOWN_FROM


def of_bot(brain: str) -> Strength:
    """The strength of a bot."""
    return Strength(BOT_STRENGTHS[brain], 0.0)


def after_game(one: Strength, other: Strength, adjusted: float) -> tuple[Strength, Strength]:
    """Both strengths after a game, by the luck-adjusted result of the first."""
    one, other = _drifted(one), _drifted(other)
    weight = 1 / (one.variance + other.variance + GAME_VARIANCE)
    error = (adjusted - 0.5) - (one.strength - other.strength)
    return _moved(one, weight, error), _moved(other, weight, -error)


def _drifted(one: Strength) -> Strength:
    return one if one.is_fixed else one._replace(variance=one.variance + DRIFT)


def _moved(one: Strength, weight: float, error: float) -> Strength:
    if one.is_fixed:
        return one
    return Strength(
        one.strength + one.variance * weight * error,
        one.variance - one.variance * one.variance * weight,
        one.games + 1,
    )
