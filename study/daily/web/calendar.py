"""A month of a player's daily games and discards, as a calendar."""

from calendar import Calendar
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from common.months import month_after
from study.daily.models import Daily, DailyEntry
from study.daily.scoring import signed
from study.daily.web.calls import SHOWN


class CalendarDay(NamedTuple):
    """A day with what the player reached on it."""

    day: date
    has_game: bool  # whether the game of the day is over and has a page
    score: str  # margin against par; empty without a result
    has_throw: bool
    points: int | None  # for the discard


def build_calendar(
    month: date, viewer: Any, throws: Mapping[date, int | None]
) -> list[list[CalendarDay | None]]:
    """Return the weeks of a month, with None for days of other months.

    `throws` has the days with a discard, and the player's points for it.
    """
    scores = load_scores(month, viewer)
    return [
        [
            CalendarDay(day, day in scores, scores.get(day, ""), day in throws, throws.get(day))
            if day.month == month.month
            else None
            for day in week
        ]
        for week in Calendar().monthdatescalendar(month.year, month.month)
    ]


def load_scores(month: date, viewer: Any) -> dict[date, str]:
    """Return the days of a month that are over, with a player's margin against par where they have one."""
    days = Daily.objects.filter(day__gte=month, day__lt=month_after(month), stage__in=SHOWN)
    pars = {day: par or 0.0 for day, par in days.values_list("day", "par")}
    scores = dict.fromkeys(pars, "")
    own = DailyEntry.objects.filter(daily__in=pars, player=viewer.pk)
    for day, margin in own.values_list("daily", "margin"):
        if margin is not None:
            scores[day] = signed(margin - pars[day])
    return scores
