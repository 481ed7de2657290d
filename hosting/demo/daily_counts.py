"""The number of sample days."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DailyCounts:
    """The number of past days that got a daily game, and of the games played on them."""

    daily_days: int = 0
    daily_games: int = 0
