"""Measures how long the service was down. No flag falls during an outage: deadlines move by its length.

All processes use one time (`common.database.time`), so that differing clocks do not look like an outage. A
game whose key is missing counts as down until the key is back: its deadline moves with every beat. If the
clock is set back, the heartbeat restarts from the new time, and a later step forward is treated as an outage.
"""

import logging
from threading import Event

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Q
from django.db.models.expressions import CombinedExpression

from common import clock
from common.database import time as database_time
from common.database.thread import on_the_database_thread
from game.models import Game, GameQuerySet, Heartbeat, VacationRest
from game.table.clocks.time_control import SECOND, TIME_CONTROLS, max_time_ahead
from game.table.record import locked_games

log = logging.getLogger(__name__)

LAST_BEAT_SQL = "SELECT at FROM game_heartbeat WHERE id = 1"
# Runs every second in every process. Compiling it in Django each time would cost more than the rest of a
# beat.
MOVE_ON_SQL = "UPDATE game_heartbeat SET at = %s WHERE id = 1 AND at = %s"
BEAT_INTERVAL = SECOND
MIN_OUTAGE = 3 * SECOND

# The exceptions of the driver if the database is unreachable or the connection is lost.
DatabaseGone = (OperationalError, InterfaceError)

# Set once the database was gone. Then a pause of any length is a gap, because a move may have failed in it.
database_was_gone = Event()


async def keep_beating() -> None:
    """Record periodically that the service is alive."""
    await on_the_database_thread(beat)()


def beat() -> int:
    """Record that the service is alive.

    Return by how many milliseconds deadlines moved because of an outage.
    """
    try:
        return _beat()
    except DatabaseGone:
        database_was_gone.set()
        raise


def _beat() -> int:
    last: int | None = database_time.synchronize_clock(connection, also_read=LAST_BEAT_SQL)
    now = clock.milliseconds()  # read the clock after the query, which may have waited for the database
    if last is None:
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
        return 0
    gap = now - last
    if gap <= -MIN_OUTAGE:
        _begin_anew(last, now)
        return 0
    if gap < BEAT_INTERVAL:
        return 0
    was_down = gap >= MIN_OUTAGE or database_was_gone.is_set()
    if not was_down and not locked_games.are_known():  # the common case: one statement
        _move_on(last, now)
        return 0
    with transaction.atomic():
        if not _move_on(last, now):
            return 0
        with_a_clock = Game.objects.unfinished().exclude(deadline=None)
        stopped = with_a_clock if was_down else locked_games.only_locked(with_a_clock)
        _update_in_order(stopped, F("deadline") + gap)
    if not was_down:
        return 0
    database_was_gone.clear()
    return gap


def _move_on(last: int, now: int) -> bool:
    """Write a beat. Only one process succeeds, and that process measures the gap."""
    with connection.cursor() as cursor:
        cursor.execute(MOVE_ON_SQL, (now, last))
        return bool(cursor.rowcount == 1)


def _begin_anew(last: int, now: int) -> None:
    """Restart the heartbeat after the clock was set back, and cap every deadline.

    Moving deadlines back by the whole step would take time from players who have moved since. So players keep
    their time, up to the most that their clock could ever give.
    """
    with transaction.atomic():
        if not _move_on(last, now):
            return
        for control in TIME_CONTROLS:
            latest = now + max_time_ahead(control)
            too_late = Game.objects.unfinished().filter(clock=control, deadline__gt=latest)
            _update_in_order(too_late.exclude(_AWAITS_AHEAD), latest)
        VacationRest.objects.all().delete()  # vacations move the deadlines again
    log.warning("The clock went back by %.1f s. Is it synchronized (NTP)?", (last - now) / SECOND)


# A player invited by a link may come up to a week later, whatever the clock.
_AWAITS_AHEAD = Q(committed_ahead=True, ply=0)


def _update_in_order(games: GameQuerySet, deadline: int | CombinedExpression) -> None:
    """Write deadlines. Rows are locked in the order of their ids, as everywhere."""
    held = games.order_by("id").select_for_update(of=("self",))
    ids = list(held.values_list("id", flat=True))
    Game.objects.unfinished().filter(pk__in=ids).update(deadline=deadline)
