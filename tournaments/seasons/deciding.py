"""Decide seasons: after the last night, the best players meet in a bracket."""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from common.database.thread import on_the_database_thread
from game.models import Player
from tournaments.events.models import Entry, Event
from tournaments.formats.season import FINALISTS
from tournaments.seasons.calendar import keep_up_seasons_of_the_site
from tournaments.seasons.finals import open_final
from tournaments.seasons.models import Season
from tournaments.seasons.order import find_finalists, nights_of

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 60.0
State = Event.State
LASTING = (State.ANNOUNCED, State.RUNNING, State.CLOSED)
# The delay before a final, so that games voided by a host on the last day are taken into account.
SETTLES_IN = timedelta(hours=1)


async def keep_up_seasons() -> None:
    """Begin the site's seasons, and advance those that have ended."""
    await on_the_database_thread(keep_up)()


def keep_up() -> None:
    """Do everything that is due for seasons. A failure in one season does not affect others."""
    keep_up_seasons_of_the_site()
    ended = Q(ends_at__lte=clock.now() - SETTLES_IN) | Q(final__isnull=False)
    for key in Season.objects.filter(ended, decided_at=None).order_by("pk").values_list("pk", flat=True):
        try:
            advance(key)
        except Exception:
            log.exception("season %s: could not be decided; will retry", key)


@transaction.atomic
def advance(key: int) -> None:
    """Open the final of a season whose nights are over, or store the winner of its final."""
    season = Season.objects.select_for_update(no_key=True).filter(pk=key, decided_at=None).first()
    if season is None:
        return
    if season.final is not None:
        if season.final.state not in LASTING:
            _decide(season, find_winner(season.final))
    elif not nights_of(season).filter(state__in=LASTING).exists():
        _open_final(season)


def find_winner(final: Event) -> Player | None:
    """Return the winner of a final, or None if it was called off or has no single winner."""
    if final.state != State.OVER:
        return None
    first = Entry.objects.filter(event=final, place=1).select_related("player").order_by("pk")[:2]
    return first[0].player if len(first) == 1 else None


def _open_final(season: Season) -> None:
    best = find_finalists(season)[:FINALISTS]
    if len(best) < 2:
        return _decide(season, best[0] if best else None)
    season.final = open_final(season, best)
    season.save(update_fields=["final"])


def _decide(season: Season, champion: Player | None) -> None:
    season.champion, season.decided_at = champion, clock.now()
    season.save(update_fields=["champion", "decided_at"])
