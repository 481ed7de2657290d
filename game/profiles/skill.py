"""Skill over time, apart from results: what an average decision cost, as the reviews of games have it."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import RowRange, Sum, Window

from game.profiles.curve import thinned
from game.profiles.record import bound, counted

GAMES = 10  # to an average
NEWEST = 2000  # games that are looked through, so that no page ever reads millions


@dataclass(frozen=True, slots=True)
class Average:
    """What a decision cost on average by then, in per cent of a game."""

    at: datetime
    percent: float


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody decided, the oldest first; of many averages every so many-th, and the last."""

    averages: tuple[Average, ...]
    games: int

    @property
    def now(self) -> Average:
        return self.averages[-1]

    @property
    def best(self) -> Average:
        return min(self.averages, key=lambda average: average.percent)


def skill_of(player_id: int) -> Skill | None:
    """A player's skill over time; None where no game was reviewed."""
    newest_first = ("-at", "-pk")
    by_then = partial(Window, order_by=newest_first, frame=RowRange(start=0, end=GAMES - 1))
    percent = 100 * by_then(Sum("lost_by_play")) / by_then(Sum("decisions"))
    reviewed = counted(player_id, bound(player_id, NEWEST)).filter(decisions__gt=0)
    shown = thinned(reviewed.annotate(percent=percent), newest_first)
    rows = list(shown.values_list("at", "percent", "of"))[::-1]
    return Skill(tuple(Average(at, percent) for at, percent, _ in rows), rows[0][2]) if rows else None
