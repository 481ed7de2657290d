"""Finds out how long the service was down: no flag falls across such a gap, deadlines move by it.

All processes go by one time (`common.database.time`), so that two clocks that differ are not taken for a gap.
Games whose key is not here are down as long as that lasts: their deadlines move with every beat.
A clock that was set back makes the heart begin anew: the next step forward is a gap like any.
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
# Once a second in every process: to have Django compile it each time would cost more than all else in a beat.
MOVE_ON_SQL = "UPDATE game_heartbeat SET at = %s WHERE id = 1 AND at = %s"
BEAT_INTERVAL = SECOND
MIN_OUTAGE = 3 * SECOND

# What the driver raises where the database is not there, or went away.
DatabaseGone = (OperationalError, InterfaceError)

# Set once the database was gone: then a pause of any length is a gap, for a move may have been refused in it.
database_was_gone = Event()


async def keep_beating() -> None:
    """Note that the service is alive, again and again."""
    await on_the_database_thread(beat)()


def beat() -> int:
    """Note that the service is alive; the milliseconds by which deadlines moved because it was not."""
    try:
        return _beat()
    except DatabaseGone:
        database_was_gone.set()
        raise


def _beat() -> int:
    last: int | None = database_time.synchronize_clock(connection, also_read=LAST_BEAT_SQL)
    now = clock.milliseconds()  # only now: one may have waited for the database
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
    if not was_down and not locked_games.are_known():  # as nearly always: one statement
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
    """Write a beat; only the first process does, and so finds the gap."""
    with connection.cursor() as cursor:
        cursor.execute(MOVE_ON_SQL, (now, last))
        return bool(cursor.rowcount == 1)


def _begin_anew(last: int, now: int) -> None:
    """The clock was set back: the heart beats from here, and no deadline lies further ahead than any can.

    To move deadlines back by the whole step would take time from those who have moved since it. So players
    keep what they had, and are given at most what their clock could ever hold.
    """
    with transaction.atomic():
        if not _move_on(last, now):
            return
        for control in TIME_CONTROLS:
            latest = now + max_time_ahead(control)
            too_late = Game.objects.unfinished().filter(clock=control, deadline__gt=latest)
            _update_in_order(too_late.exclude(_AWAITS_AHEAD), latest)
        VacationRest.objects.all().delete()  # what was moved for a vacation is moved anew
    log.warning("The clock went back by %.1f s. Is it kept right (NTP)?", (last - now) / SECOND)


# The one who follows a link to a game that was committed ahead may come a week later, whatever its clock.
_AWAITS_AHEAD = Q(committed_ahead=True, ply=0)


def _update_in_order(games: GameQuerySet, deadline: int | CombinedExpression) -> None:
    """Write deadlines; rows are locked in the order of their ids, as everywhere."""
    held = games.order_by("id").select_for_update(of=("self",))
    ids = list(held.values_list("id", flat=True))
    Game.objects.unfinished().filter(pk__in=ids).update(deadline=deadline)
