"""Counts how games ended, for the public fairness page."""

from datetime import datetime, timedelta

from django.db.models import Count, Q

from common import clock
from game.engine.state import Ended
from game.models import Game, Ruling
from rng.fairness.watch.endings import GameEndings
from rng.fairness.watch.running_count import running_count

SETTLE_TIME = timedelta(minutes=10)  # the longest possible last transaction of a game
STALL_TIME = timedelta(hours=1)
NEVER_BEGUN = Q(ended=Ended.VOID.value) & (Q(secret_a="") | Q(secret_b=""))


def count_endings() -> GameEndings:
    """Count how all games ended so far. A voided game counts both by its ending and as voided."""
    games = running_count(
        "fairness:ends", clock.now().replace(second=0, microsecond=0) - SETTLE_TIME, _count_between
    )
    return GameEndings(
        played=games[Ended.PLAYED.value],
        resigned=games[Ended.RESIGNED.value],
        left=games[Ended.LEFT.value] + games[Ended.FLAG.value],
        void=games[Ended.VOID.value],
        unbegun=games["unbegun"],
        called_off=Ruling.objects.filter(kind=Ruling.Kind.VOID).count(),
        stalled=count_stalled(),
    )


def count_stalled() -> int:
    """Count live games whose deadline passed long ago: the server did not continue them."""
    longest = clock.milliseconds() - int(STALL_TIME.total_seconds() * 1000)
    return Game.objects.unfinished().filter(deadline__lt=longest).count()


def _count_between(after: datetime | None, upto: datetime | None) -> dict[str, int]:
    """Count endings between two moments. Games of sample players are left out, as in the record of deals."""
    games = Game.objects.filter(finished_at__isnull=False, seat_a__is_sample=False, seat_b__is_sample=False)
    if after is not None:
        games = games.filter(finished_at__gt=after)
    if upto is not None:
        games = games.filter(finished_at__lte=upto)
    rows = games.values_list("ended").annotate(games=Count("*"), unbegun=Count("pk", filter=NEVER_BEGUN))
    counted = {ended: count for ended, count, _ in rows}
    return counted | {"unbegun": sum(unbegun for *_, unbegun in rows)}
