"""The standings of a day and of a month, for pages and calls."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, Min, QuerySet

from common.database.compiled_query import CompiledQuery
from game.engine.state import Ended
from game.models import Game, Player
from study.daily.models import Daily, DailyEntry, MonthLine

MOST_SHOWN = 100


class DayLine(NamedTuple):
    """A row of a day's standings."""

    place: int
    player: int
    name: str
    margin: int
    score: float  # margin minus par
    percent: float | None  # share of the other players beaten
    lost: float | None
    game: str
    is_sample: bool


class MonthPlace(NamedTuple):
    """A row of a month's standings."""

    place: int
    player: Player
    days: int
    total: float


class OwnResult(NamedTuple):
    """A player's own result of a daily, before and after its close."""

    game: str
    is_over: bool
    margin: int | None
    score: float | None
    unranked: str  # why it is not ranked; empty if it is


class OwnDay(NamedTuple):
    """A player's try at a day that is over, with a row if it has a place.

    The margin is None without a result.
    """

    game: str
    margin: int | None
    percent: float | None
    unranked: str
    transcript: str
    line: DayLine | None


_LINE = ("place", "player", "player__username", "margin", "percent", "lost", "game", "player__is_sample")


def _select_order(day: date) -> QuerySet[DailyEntry, Any]:
    ranked = DailyEntry.objects.filter(daily=day, place__isnull=False, game__voided_at=None)
    return ranked.order_by("place", "pk").values_list(*_LINE)[:MOST_SHOWN]


def _select_own(day: date, player: int) -> QuerySet[DailyEntry, Any]:
    own = DailyEntry.objects.filter(daily=day, player=player)
    return own.values_list(*_LINE, "game__voided_at", "game__transcript", "unranked")


def _select_own_result(day: date, player: int) -> QuerySet[Game, Any]:
    own = Game.objects.filter(daily_entry__daily=day, daily_entry__player=player)
    return own.values_list(
        "pk", "ended", "finished_at", "voided_at", "score_a", "score_b", "daily_entry__unranked"
    )


_ORDER = CompiledQuery(_select_order, date.min)
_OWN = CompiledQuery(_select_own, date.min, 0)
_OWN_RESULT = CompiledQuery(_select_own_result, date.min, 0)


def load_order(daily: Daily) -> tuple[DayLine, ...]:
    """Return the best results of a day that is over."""
    par = daily.par or 0.0
    return tuple(_day_line(row, par) for row in _ORDER.fetch_all(daily.day))


def load_own_day(daily: Daily, viewer: Any) -> OwnDay | None:
    """Return a viewer's own result of a day that is over."""
    found = _OWN.fetch(daily.day, viewer.pk) if viewer.pk is not None else None
    if found is None:
        return None
    *row, voided_at, transcript, unranked = found
    place, _, _, margin, percent, _, game, _ = row
    if voided_at is not None:
        return OwnDay(game, None, None, unranked, transcript, None)
    line = None if place is None else _day_line(row, daily.par or 0.0)
    return OwnDay(game, margin, percent, unranked, transcript, line)


def count_ranked(daily: Daily) -> int:
    """Return how many tries a day ranks."""
    return DailyEntry.objects.filter(daily=daily, place__isnull=False).count()


def _day_line(row: Sequence[Any], par: float) -> DayLine:
    place, player, name, margin, percent, lost, game, is_sample = row
    return DayLine(place, player, name, margin, margin - par, percent, lost, game, is_sample)


def own_result(daily: Daily, viewer: Any) -> OwnResult | None:
    """Return a player's own game of a daily, with the margin as soon as it is over."""
    if viewer.pk is None:
        return None
    found = _OWN_RESULT.fetch(daily.day, viewer.pk)
    if found is None:
        return None
    game, ended, finished_at, voided_at, own, other, unranked = found
    margin = own - other if ended == Ended.PLAYED.value and voided_at is None else None
    score = margin - daily.par if margin is not None and daily.par is not None else None
    return OwnResult(game, finished_at is not None, margin, score, unranked)


def load_month(
    month: date, viewer: Any, most: int = MOST_SHOWN
) -> tuple[list[MonthPlace], MonthPlace | None]:
    """Return the best players of a month, and the viewer's own row."""
    counted = MonthLine.objects.filter(month=month, rule=MonthLine.RULE)
    lines = counted.select_related("player").order_by("-total", "player")
    shown: list[MonthPlace] = []
    for number, line in enumerate(lines[:most], start=1):
        is_level = bool(shown) and shown[-1].total == line.total
        shown.append(MonthPlace(shown[-1].place if is_level else number, line.player, line.days, line.total))
    own = lines.filter(player=viewer.pk).first() if viewer.pk else None
    if own is None:
        return shown, None
    above = counted.filter(total__gt=own.total).count()
    return shown, MonthPlace(above + 1, own.player, own.days, own.total)


class Record(NamedTuple):
    """A player's record of dailies for their profile."""

    days: int
    best_place: int | None


def load_record(player: Player) -> Record:
    """Return how many past dailies a player has completed, and their best place."""
    found = _record.fetch(player.pk)
    return Record(*found) if found else Record(0, None)


def _select_record(player: int) -> QuerySet[DailyEntry, Any]:
    played = DailyEntry.objects.filter(player=player, margin__isnull=False).order_by().values("player")
    counts = played.annotate(days=Count("pk"), best_place=Min("place"))
    return counts.values_list("days", "best_place")


_record = CompiledQuery(_select_record, -1)
