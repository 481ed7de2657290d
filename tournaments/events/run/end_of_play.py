"""When an event has no more games to play: all are played, or no two players can be paired any more."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from common import clock
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.changes import show_change
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.rules import is_in_step, is_of_teams, is_planned, joins_until, waits_for_paused
from tournaments.events.run import in_step, plan, team_rounds
from tournaments.events.run.free import can_be_paired


def has_been_played(event: Event, now: datetime) -> bool:
    """Whether all games are played, or no two players can be paired any more."""
    if is_of_teams(event):
        return team_rounds.has_been_played(event, now)
    if is_in_step(event):
        return in_step.has_been_played(event, now)
    if is_planned(event):
        return plan.is_decided(event) or (_has_waited_for_paused(event, now) and _drop_paused(event))
    if _has_waited_for_paused(event, now):
        return True
    return event.idle_since is not None and not can_be_paired(event, now, with_paused=True)


def live_pairings(event: Event) -> QuerySet[Pairing]:
    """Return the pairings of an event that are being played."""
    return Pairing.objects.filter(event=event, ending="")


def possible_ends(event: Event) -> Sequence[datetime]:
    """Return the moments at which a running event may have to end though nothing of it changes."""
    ends = [event.closes_at, joins_until(event)]
    return ends if event.idle_since is None else [*ends, event.idle_since + waits_for_paused(event)]


def note_idle(event: Event, since: datetime | None) -> None:
    """Store since when no table of an event can be opened, where that has changed."""
    if event.idle_since != since:
        event.idle_since = since
        Event.objects.filter(pk=event.pk, version=event.version).update(idle_since=since)


def _has_waited_for_paused(event: Event, now: datetime) -> bool:
    """Whether an event that only paused players could continue has waited for them long enough."""
    note_idle(event, (event.idle_since or now) if _is_idle(event, now) else None)
    return event.idle_since is not None and now >= event.idle_since + waits_for_paused(event)


def _is_idle(event: Event, now: datetime) -> bool:
    """Whether no table is being played, and none can be opened until a paused player resumes."""
    if is_planned(event):
        return not plan.can_be_opened(event)
    if now < joins_until(event) or live_pairings(event).exists():
        return False
    return not can_be_paired(event, now, with_paused=False)


@transaction.atomic
def _drop_paused(event: Event) -> bool:
    """Take the paused players out of an event with a plan; return whether that decides it."""
    lock_entries(event)
    paused = Entry.objects.filter(event=event, left_at=None, is_disqualified=False, is_paused=True)
    paused.update(left_at=clock.now(), has_changed=True)
    show_change(event.pk)
    return plan.is_decided(event)
