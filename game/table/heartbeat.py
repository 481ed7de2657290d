"""How long the service was down: no flag falls across such a gap, deadlines move by it.

All processes go by one time (`common.database_time`), so that no difference of clocks is taken for a gap.
Games whose key is not here are down as long as that lasts: their deadlines move with every beat.
"""

from threading import Event

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from common import clock, database_time
from game.models import Game, GameQuerySet, Heartbeat
from game.table import locked_games
from game.table.time_control import SECOND

BEAT = SECOND
GAP = 3 * SECOND

# What the driver raises where the database is not there, or went away.
Gone = (OperationalError, InterfaceError)

# Set once the database was gone: then a pause of any length is a gap, for a move may have been refused in it.
faltered = Event()


def beat() -> int:
    """Note that the service is alive; the milliseconds by which deadlines moved because it was not."""
    try:
        return _beat()
    except Gone:
        faltered.set()
        raise


def _beat() -> int:
    database_time.ask(connection)
    heart, first = Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.milliseconds()})
    now = clock.milliseconds()  # only now: one may have waited for the database
    gap = now - heart.at
    if first or gap < BEAT:
        return 0
    with transaction.atomic():
        # One process finds the gap, whoever comes first.
        if Heartbeat.objects.filter(pk=1, at=heart.at).update(at=now) != 1:
            return 0
        was_down = gap >= GAP or faltered.is_set()
        with_a_clock = Game.objects.unfinished().exclude(deadline=None)
        _put_off(with_a_clock if was_down else locked_games.stopped(with_a_clock), gap)
    if not was_down:
        return 0
    faltered.clear()
    return gap


def _put_off(games: GameQuerySet, gap: int) -> None:
    """Move deadlines; rows are locked in the order of their ids, as everywhere."""
    held = games.order_by("id").select_for_update(of=("self",))
    ids = list(held.values_list("id", flat=True))
    Game.objects.unfinished().filter(pk__in=ids).update(deadline=F("deadline") + gap)
