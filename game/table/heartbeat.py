"""Finds out how long the service was down: no flag falls across such a gap, deadlines move by it.

All processes go by one time (`common.database_time`), so that two clocks that differ are not taken for a gap.
Games whose key is not here are down as long as that lasts: their deadlines move with every beat.
"""

from threading import Event

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from common import clock, database_time
from game.models import Game, GameQuerySet, Heartbeat
from game.table import locked_games
from game.table.time_control import SECOND

BEAT_INTERVAL = SECOND
MIN_OUTAGE = 3 * SECOND

# What the driver raises where the database is not there, or went away.
DatabaseGone = (OperationalError, InterfaceError)

# Set once the database was gone: then a pause of any length is a gap, for a move may have been refused in it.
database_was_gone = Event()


def beat() -> int:
    """Note that the service is alive; the milliseconds by which deadlines moved because it was not."""
    try:
        return _beat()
    except DatabaseGone:
        database_was_gone.set()
        raise


def _beat() -> int:
    database_time.synchronize_clock(connection)
    heart, first = Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.milliseconds()})
    now = clock.milliseconds()  # only now: one may have waited for the database
    gap = now - heart.at
    if first or gap < BEAT_INTERVAL:
        return 0
    with transaction.atomic():
        # Only the first process finds the gap.
        if Heartbeat.objects.filter(pk=1, at=heart.at).update(at=now) != 1:
            return 0
        was_down = gap >= MIN_OUTAGE or database_was_gone.is_set()
        with_a_clock = Game.objects.unfinished().exclude(deadline=None)
        _postpone_deadlines(with_a_clock if was_down else locked_games.only_locked(with_a_clock), gap)
    if not was_down:
        return 0
    database_was_gone.clear()
    return gap


def _postpone_deadlines(games: GameQuerySet, gap: int) -> None:
    """Move deadlines; rows are locked in the order of their ids, as everywhere."""
    held = games.order_by("id").select_for_update(of=("self",))
    ids = list(held.values_list("id", flat=True))
    Game.objects.unfinished().filter(pk__in=ids).update(deadline=F("deadline") + gap)
