"""How long the service was down: no flag falls across such a gap, deadlines move by it."""

from threading import Event

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from game.models import Game, Heartbeat
from game.table import clock
from game.table.banks import SECOND

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
    heart, first = Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.milliseconds()})
    now = clock.milliseconds()  # only now: one may have waited for the database
    gap = now - heart.at
    if first or gap < BEAT:
        return 0
    with transaction.atomic():
        # One process finds the gap, whoever comes first.
        beats = Heartbeat.objects.filter(pk=1, at=heart.at).update(at=now) == 1
        if not beats or (gap < GAP and not faltered.is_set()):
            return 0
        with_a_clock = Game.objects.unfinished().exclude(deadline=None)
        # Rows are locked in the order of their ids, as everywhere.
        ids = list(with_a_clock.order_by("id").select_for_update().values_list("id", flat=True))
        with_a_clock.filter(pk__in=ids).update(deadline=F("deadline") + gap)
    faltered.clear()
    return gap
