"""What stands once a day is over: the results of those who played to the end, and the month's order."""

from datetime import date

from django.db import transaction
from django.db.models import F, OuterRef, SmallIntegerField, Subquery
from django.db.models.functions import Cast

from common import clock
from common.months import best_days, month_after
from game.daily.models import Daily, DailyEntry, MonthLine
from game.daily.scoring import Result, rank
from game.engine.state import Ended, Seat
from game.models import Game, Review, Scoresheet
from game.shared_decks.models import Round

Stage = Daily.Stage
ROWS_AT_ONCE = 1000


def keep_results(round_: Round) -> None:
    """Write down the margins of a daily as its round closes, in that transaction; it is counted next.

    A game that was left, resigned or void has no result: only what was played to the end tells how it was
    played.
    """
    closed = Daily.objects.filter(deck_set=round_.deck_set_id, stage=Stage.OPEN)
    if closed.update(stage=Stage.CLOSED, next_at=clock.now()):
        played = Game.objects.filter(pk=OuterRef("game"), ended=Ended.PLAYED.value, voided_at=None)
        won_by = Cast("score_a", SmallIntegerField()) - Cast(F("score_b"), SmallIntegerField())
        margins = Subquery(played.values_list(won_by))
        DailyEntry.objects.filter(daily__deck_set=round_.deck_set_id).update(margin=margins)


def rank_field(day: date) -> None:
    """Give everybody with an account who played to the end their place, by what is reviewed by now."""
    own_sheet = Scoresheet.objects.filter(game=OuterRef("game"), seat=Seat.A)
    entries = DailyEntry.objects.filter(daily=day, margin__isnull=False, player__is_guest=False)
    rows = list(entries.annotate(by_review=Subquery(own_sheet.values("lost_by_play"))))
    places = {
        one.result.key: one.place
        for one in rank(Result(row.pk, row.margin or 0, row.by_review) for row in rows)
    }
    moved = [row for row in rows if (row.place, row.lost) != (places[row.pk], row.by_review)]
    for row in moved:
        row.place, row.lost = places[row.pk], row.by_review
    DailyEntry.objects.bulk_update(moved, ["place", "lost"], batch_size=ROWS_AT_ONCE)


def awaits_reviews(day: date) -> bool:
    """Whether reviews of a day are still to be done, by which ties are broken."""
    return Review.objects.filter(game__daily_entry__daily=day, done_at=None).exists()


@transaction.atomic
def rebuild_month(month: date) -> int:
    """Work out the standings of a month from its days; how many players are in them."""
    scores: dict[int, list[float]] = {}
    counted = DailyEntry.objects.filter(
        daily__day__gte=month,
        daily__day__lt=month_after(month),
        daily__stage__in=(Stage.CLOSED, Stage.COUNTED),
        margin__isnull=False,
        player__is_guest=False,
    )
    for player, margin, par in counted.values_list("player", "margin", "daily__par").iterator():
        scores.setdefault(player, []).append((margin or 0) - (par or 0.0))
    MonthLine.objects.filter(month=month).delete()
    MonthLine.objects.bulk_create(
        [
            MonthLine(month=month, player_id=player, days=len(own), total=best_days(own))
            for player, own in sorted(scores.items())
        ],
        batch_size=ROWS_AT_ONCE,
    )
    return len(scores)
