"""Measure the luck-adjusted result on games of bots: its mean and its variance."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from game.engine.state import Seat
from study.strength.calibration.games import PlayedGame
from study.strength.luck.luck import GameLuck, luck_of_game

SURE, POWER = 1.959964, 0.841621  # standard errors: two-sided 95%, and 80% power
EDGE = 0.04  # a player who wins 54% is to be distinguished from one who wins 50%

PARTS = ("cut for deal", "pone's and dealer's sixes", "starters")


class Measured(NamedTuple):
    """The result and the luck-adjusted result of each game, for the first brain, and its luck by part."""

    results: NDArray[np.float64]
    adjusted: NDArray[np.float64]
    parts: NDArray[np.float64]


class Figures(TypedDict):
    """The figures of a pair of brains."""

    one: str
    other: str
    games: int
    mean_result: float
    mean_adjusted: float
    difference: float
    standard_error: float
    is_within_two_errors: bool
    var_result: float
    var_adjusted: float
    ratio: float
    ratio_error: float
    games_by_result: int
    games_by_adjusted: int
    strays: dict[str, float]


def measure_games(games: Sequence[PlayedGame], step: Callable[[], None]) -> Measured:
    """Return both results of every game, and its luck."""
    rows, parts = [], []
    for game in games:
        luck = luck_of_game(game.deals, first_dealer_was_named=False)
        adjusted = float(luck.adjusted(game.winner))
        rows.append((game.winner is game.one, adjusted if game.one is Seat.A else 1 - adjusted))
        parts.append(luck_by_part(luck))
        step()
    results, adjusted_results = np.array(rows, np.float64).T
    return Measured(results, adjusted_results, np.array(parts))


def luck_by_part(luck: GameLuck) -> tuple[float, float, float]:
    """Return the luck of a game by `PARTS`."""
    sixes = sum(sum(deal.sixes) for deal in luck.deals)
    return float(luck.first_deal), float(sixes), float(sum(deal.starter for deal in luck.deals))


def figures(one: str, other: str, measured: Measured) -> Figures:
    """Return the figures of a pair of brains, with games as samples."""
    result, adjusted, parts = measured
    games = len(result)
    var_result, var_adjusted = float(result.var(ddof=1)), float(adjusted.var(ddof=1))
    taken_out = adjusted - result
    error = float(taken_out.std(ddof=1)) / games**0.5
    difference = float(taken_out.mean())
    return Figures(
        one=one,
        other=other,
        games=games,
        mean_result=round(float(result.mean()), 5),
        mean_adjusted=round(float(adjusted.mean()), 5),
        difference=round(difference, 5),
        standard_error=round(error, 5),
        is_within_two_errors=abs(difference) <= 2 * error,
        var_result=round(var_result, 5),
        var_adjusted=round(var_adjusted, 5),
        ratio=round(var_adjusted / var_result, 4),
        ratio_error=round(ratio_error(result, adjusted), 4),
        games_by_result=games_needed(var_result),
        games_by_adjusted=games_needed(var_adjusted),
        strays=dict(zip(PARTS, parts.std(axis=0, ddof=1).round(4).tolist(), strict=True)),
    )


def ratio_error(result: NDArray[np.float64], adjusted: NDArray[np.float64]) -> float:
    """Return the standard error of the ratio of the variances, to first order."""
    of_result, of_adjusted = ((x - x.mean()) ** 2 for x in (result, adjusted))
    ratio = of_adjusted.mean() / of_result.mean()
    strayed = of_adjusted - ratio * of_result
    return float(strayed.std(ddof=1) / (of_result.mean() * len(result) ** 0.5))


def games_needed(variance: float) -> int:
    """Return how many games distinguish 54% from 50% at this variance of a game."""
    return ceil((SURE + POWER) ** 2 * variance / EDGE**2)
