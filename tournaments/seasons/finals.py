"""The bracket that decides a season: the best play best of five, a week after the last day."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.urls import reverse

from common import clock
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.notices.notice_kinds import INVITATION
from people.notices.record import notify
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.models import Entry, Event
from tournaments.formats.season import FINAL_BEST_OF
from tournaments.seasons.models import Season
from tournaments.seasons.order import nights_of

A_WEEK = timedelta(days=7)


def open_final(season: Season, best: Sequence[Player]) -> Event:
    """Announce the final of a season, with the best players entered and seeded."""
    last = _last_night(season)
    chosen = EventSettings(
        Event.Kind.BRACKET,
        f"Final of season {season.number}",
        when_to_play(season),
        counting=last.counting if last else "auto",
        clock=last.clock if last else "quick",
        best_of=FINAL_BEST_OF,
    )
    event = build_event(chosen)
    event.club = season.club
    event.save(force_insert=True)
    now = clock.now()
    Entry.objects.bulk_create(
        [Entry(event=event, player=player, joined_at=now, seed=seed) for seed, player in enumerate(best, 1)]
    )
    notify(
        INVITATION,
        [player.pk for player in best],
        f"event:{event.pk}:final",
        until=event.starts_at,
        what="final",
        title=event.title,
        url=reverse("event", args=[event.pk]),
    )
    publish_on_commit("lobby")
    return event


def when_to_play(season: Season) -> datetime:
    """Return the start of the final: a week after the season, at the hour of its last night.

    It is at least about a week from now.
    """
    last = _last_night(season)
    hour = (last.starts_at if last else season.ends_at).time()
    starts_at = datetime.combine(season.ends_at.date(), hour, season.ends_at.tzinfo) + A_WEEK
    while starts_at < clock.now() + A_WEEK - timedelta(days=1):
        starts_at += timedelta(days=1)
    return starts_at


def _last_night(season: Season) -> Event | None:
    return nights_of(season).filter(state=Event.State.OVER).order_by("-starts_at").first()
