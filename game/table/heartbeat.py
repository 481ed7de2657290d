"""How long the service was down: no flag falls across such a gap, deadlines move by it."""

from django.db import transaction
from django.db.models import F

from game.models import Game, Heartbeat
from game.table import clock
from game.table.banks import SECOND

BEAT = 3 * SECOND
GAP = 10 * SECOND


def beat() -> int:
    """Note that the service is alive; the milliseconds by which deadlines moved because it was not."""
    now = clock.milliseconds()
    heart, first = Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    if first or now - heart.at < BEAT:
        return 0
    with transaction.atomic():
        # One process finds the gap, whoever comes first.
        if Heartbeat.objects.filter(pk=1, at=heart.at).update(at=now) == 0 or now - heart.at < GAP:
            return 0
        gap = now - heart.at
        with_a_clock = Game.objects.unfinished().exclude(deadline=None)
        # Rows are locked in the order of their ids, as everywhere.
        ids = list(with_a_clock.order_by("id").select_for_update().values_list("id", flat=True))
        with_a_clock.filter(pk__in=ids).update(deadline=F("deadline") + gap)
    return gap
