"""Announce the standing events one day ahead: a night and an hour at the times that a host has set."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings

from common import clock
from common.database.thread import on_the_database_thread
from game.runtime.pubsub import publish
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.models import Event

INTERVAL_SECONDS = 60.0
AHEAD = timedelta(days=1)
TITLES = {Event.Kind.NIGHT: "Every Other Night", Event.Kind.HOUR: "Every Other Hour"}


async def announce_standing_events() -> None:
    """Announce the standing events of the next day that are missing."""
    if settings.EVENT_NIGHTS or settings.EVENT_HOURS:
        await on_the_database_thread(announce)()


def announce() -> int:
    """Create the missing events. The slot is unique, so only the first process creates each."""
    slots = dict(_slots(clock.now()))
    there = set(Event.objects.filter(slot__in=slots).values_list("slot", flat=True))
    missing = [
        build_event(EventSettings(kind, TITLES[kind], starts_at), slot=slot)
        for slot, (kind, starts_at) in slots.items()
        if slot not in there
    ]
    Event.objects.bulk_create(missing, ignore_conflicts=True)
    if missing:
        publish("lobby")
    return len(missing)


def _slots(now: datetime) -> Iterator[tuple[str, tuple[Event.Kind, datetime]]]:
    """Yield the slots of the next day by name, with their kind and start."""
    hours = {Event.Kind.NIGHT: settings.EVENT_NIGHTS, Event.Kind.HOUR: settings.EVENT_HOURS}
    for kind, times in hours.items():
        for day in (now.date(), now.date() + AHEAD):
            for time in times:
                starts_at = datetime.combine(day, time, tzinfo=now.tzinfo)
                if now < starts_at <= now + AHEAD:
                    yield f"{kind.value} {starts_at:%Y-%m-%d %H:%M}", (kind, starts_at)
