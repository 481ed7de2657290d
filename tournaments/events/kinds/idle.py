"""How long an event waits if only paused players could go on."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from tournaments.events.models import Event, Pairing


def live_pairings(event: Event) -> QuerySet[Pairing]:
    """Return the live pairings of an event."""
    return Pairing.objects.filter(event=event, ending="")


def note_idle(event: Event, since: datetime | None) -> None:
    """Store since when no table of an event can be opened, if that has changed."""
    if event.idle_since != since:
        event.idle_since = since
        Event.objects.filter(pk=event.pk, version=event.version).update(idle_since=since)


def has_waited_for_paused(event: Event, now: datetime, length: timedelta, *, is_idle: bool) -> bool:
    """Return whether an event that only paused players could continue has waited for them this long."""
    note_idle(event, (event.idle_since or now) if is_idle else None)
    return event.idle_since is not None and now >= event.idle_since + length
