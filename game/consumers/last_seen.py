"""Records when players were last online, to within ten minutes, without delaying moves."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from game.models import Player

UPDATE_INTERVAL = timedelta(minutes=10)


@transaction.atomic
def update_last_seen(players: Collection[int]) -> int:
    """Set the last-seen time of players if it is older than the interval. Return how many changed."""
    now = clock.now()
    not_lately = Q(seen_at=None) | Q(seen_at__lt=now - UPDATE_INTERVAL)
    due = Player.objects.filter(not_lately, pk__in=players).order_by("pk")
    # A locked row is left for the next time.
    held = list(due.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
    return Player.objects.filter(pk__in=held).update(seen_at=now) if held else 0
