"""Skill over time, independent of results: the average cost of a decision, according to reviews."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from django.db.models import QuerySet, RowRange, Sum, Window

from game.models import Scoresheet
from people.profiles import curve
from people.profiles.record import CountedGames, CountedGamesQuery

GAMES_PER_AVERAGE = 10  # games in an average
MAX_GAMES = 2000  # games read, to bound the work for one page


@dataclass(frozen=True, slots=True)
class Average:
    """The average cost of a decision up to a moment, in per cent of a game."""

    at: datetime
    percent: float


@dataclass(frozen=True, slots=True)
class Skill:
    """A player's averages, oldest first. Of many averages it has every n-th and the last."""

    averages: tuple[Average, ...]
    games: int

    @property
    def now(self) -> Average:
        return self.averages[-1]

    @property
    def best(self) -> Average:
        return min(self.averages, key=lambda average: average.percent)


def compute_skill(games: CountedGames) -> Skill | None:
    """Return a player's skill over time, or None without reviewed games."""
    games = games.newest(MAX_GAMES)
    rows = _averages(curve.MAX_MOMENTS).fetch_all(games)[::-1]
    return Skill(tuple(Average(at, percent) for at, percent, _ in rows), rows[0][2]) if rows else None


@lru_cache(10)
def _averages(most: int) -> CountedGamesQuery:
    return CountedGamesQuery(partial(_select_averages, most))


def _select_averages(most: int, sheets: QuerySet[Scoresheet]) -> QuerySet[Scoresheet, Any]:
    newest_first = ("-at", "-pk")
    by_then = partial(Window, order_by=newest_first, frame=RowRange(start=0, end=GAMES_PER_AVERAGE - 1))
    percent = 100 * by_then(Sum("lost_by_play")) / by_then(Sum("decisions"))
    shown = curve.downsample(sheets.filter(decisions__gt=0).annotate(percent=percent), most, newest_first)
    return shown.values_list("at", "percent", "of")
