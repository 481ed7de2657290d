"""The results of a day that is over: margins, places and percentages, and the month's standings."""

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, SmallIntegerField, Subquery
from django.db.models.functions import Cast

from common import clock
from common.months import best_days, month_after
from game.engine.state import Ended, Seat
from game.models import Game, Review, Scoresheet
from game.shared_decks.models import Round
from study.daily.models import Daily, DailyEntry, MonthLine
from study.daily.scoring import Result, percentages, rank

Stage = Daily.Stage
ROWS_AT_ONCE = 1000


def keep_results(round_: Round) -> None:
    """Store the margins of a daily in the transaction that closes its round. The field is counted next.

    A game that was left, resigned or void has no result: only a completed game shows how it was played.
    """
    closed = Daily.objects.filter(deck_set=round_.deck_set_id, stage=Stage.OPEN)
    if closed.update(stage=Stage.CLOSED, next_at=clock.now()):
        played = Game.objects.filter(pk=OuterRef("game"), ended=Ended.PLAYED.value, voided_at=None)
        won_by = Cast("score_a", SmallIntegerField()) - Cast(F("score_b"), SmallIntegerField())
        margins = Subquery(played.values_list(won_by))
        DailyEntry.objects.filter(daily__deck_set=round_.deck_set_id).update(margin=margins)


def rank_field(day: date) -> None:
    """Give each ranked try of a day its percentage, and its place by the reviews finished so far."""
    own_sheet = Scoresheet.objects.filter(game=OuterRef("game"), seat=Seat.A)
    rows = list(_field_of(day).annotate(by_review=Subquery(own_sheet.values("lost_by_play"))))
    results = [Result(row.pk, row.margin, row.by_review) for row in rows if row.margin is not None]
    places = {one.result.key: one.place for one in rank(results)}
    percents = percentages({row.pk: row.margin for row in rows})

    def ranked(row: Any) -> tuple[int | None, float | None, float]:
        return places.get(row.pk), row.by_review, percents[row.pk]

    moved = [row for row in rows if (row.place, row.lost, row.percent) != ranked(row)]
    for row in moved:
        row.place, row.lost, row.percent = ranked(row)
    DailyEntry.objects.bulk_update(moved, ["place", "lost", "percent"], batch_size=ROWS_AT_ONCE)
    _forget_places(day)


def score_field(day: date) -> None:
    """Give each try that an older release ranked its percentage. Its place stays."""
    rows = list(_field_of(day))
    percents = percentages({row.pk: row.margin for row in rows})
    for row in rows:
        row.percent = percents[row.pk]
    DailyEntry.objects.bulk_update(rows, ["percent"], batch_size=ROWS_AT_ONCE)


def _field_of(day: date) -> QuerySet[DailyEntry]:
    """Return the tries that a day ranks: those with a margin, and resigned ones, which come last.

    A void game is neither: it ended before the player's first discard, or a host voided it.
    """
    over = DailyEntry.objects.filter(daily=day, game__finished_at__isnull=False, game__voided_at=None)
    return over.exclude(game__ended=Ended.VOID.value).filter(unranked="", player__is_guest=False)


def _forget_places(day: date) -> None:
    """Remove the places that an older release gave to unranked tries."""
    entries = DailyEntry.objects.filter(daily=day, place__isnull=False)
    entries.exclude(unranked="").update(place=None, percent=None)


def awaits_reviews(day: date) -> bool:
    """Return whether a day still awaits reviews, which break its ties."""
    return Review.objects.filter(game__daily_entry__daily=day, done_at=None).exists()


@transaction.atomic
def rebuild_month(month: date) -> int:
    """Compute the standings of a month from its days. Return the number of players."""
    # Locked first: the deletion would miss the rows of a concurrent rebuild.
    list(MonthLine.objects.select_for_update().filter(month=month))
    scores: dict[int, list[float]] = {}
    counted = _entries_of(month).filter(percent__isnull=False, unranked="", player__is_guest=False)
    for player, percent in counted.values_list("player", "percent").iterator():
        scores.setdefault(player, []).append(percent or 0.0)
    MonthLine.objects.filter(month=month).delete()
    MonthLine.objects.bulk_create(
        [
            MonthLine(month=month, player_id=player, days=len(own), total=best_days(own), rule=MonthLine.RULE)
            for player, own in sorted(scores.items())
        ],
        batch_size=ROWS_AT_ONCE,
    )
    return len(scores)


def find_months_to_rework() -> list[date]:
    """Return the months whose standings an older release computed by an older rule."""
    older = MonthLine.objects.filter(rule__lt=MonthLine.RULE)
    return sorted(set(older.values_list("month", flat=True)))


@transaction.atomic
def rework_month(month: date) -> None:
    """Recompute a month of an older release by today's rule. Only the first process changes anything."""
    if not list(MonthLine.objects.select_for_update().filter(month=month, rule__lt=MonthLine.RULE)):
        return
    unscored = _entries_of(month).filter(percent=None, daily__stage=Stage.COUNTED)
    for day in sorted(set(unscored.values_list("daily", flat=True))):
        score_field(day)
    rebuild_month(month)


def _entries_of(month: date) -> QuerySet[DailyEntry]:
    """Return the tries of a month's days that are over."""
    return DailyEntry.objects.filter(
        daily__day__gte=month,
        daily__day__lt=month_after(month),
        daily__stage__in=(Stage.CLOSED, Stage.COUNTED),
    )
