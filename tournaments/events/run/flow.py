"""The flow of an event: it starts, pairs free players, closes and ends. Every process runs it.

Steps use compare-and-set on the event's row: of several racing processes, exactly one succeeds.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from django.db import transaction
from django.db.models import Q

from common import clock
from common.database.thread import on_the_database_thread
from game.runtime import worker_pool
from game.runtime.pubsub import publish_on_commit
from rng.seal import SealError
from tournaments.events.kinds.base import EventKind, Task
from tournaments.events.kinds.duplicate import open_drawn_round
from tournaments.events.kinds.idle import live_pairings, note_idle
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.kinds.seeding import enter_qualifiers
from tournaments.events.models import Entry, Event
from tournaments.events.record.changes import show_change
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.notify import tell_soon
from tournaments.events.record.rules import GRACE, SOON
from tournaments.events.record.tables import Opened, Superseded, open_tables
from tournaments.events.run.closing import close_event, finish_event, record_places
from tournaments.events.run.house_bot import seat_house_bot
from tournaments.formats.draws import pair_drawn
from tournaments.formats.matching import FEW
from tournaments.formats.pairing import Table
from tournaments.formats.swiss import SwissDraw

log = logging.getLogger(__name__)

IS_DUE = """
    SELECT 1 FROM events_event WHERE due_at <= %(now)s
    UNION ALL SELECT 1 FROM events_entry WHERE has_changed
"""
# A process that claims a step must finish within this time, or another process may claim it.
TAKEN_FOR = timedelta(seconds=10)
LOOKS_AGAIN_WHILE_PAUSED = timedelta(hours=1)
LOOKS_AGAIN_FOR_THE_NIGHT = timedelta(seconds=20)


async def run_due_events() -> None:
    """Advance every event that is due, concurrently."""
    due = await on_the_database_thread(find_due_events)()
    await asyncio.gather(*[_advance_or_wait(event_id) for event_id in due])


async def _advance_or_wait(event_id: str) -> None:
    """Advance one event. A failure does not affect other events, and is retried."""
    try:
        await advance(event_id)
    except Superseded:
        pass  # another process was first, or a player has just left
    except SealError as fault:
        log.error("event %s waits: %s", event_id, fault)
    except Exception:
        log.exception("event %s: could not be advanced; will retry", event_id)


async def advance(event_id: str) -> None:
    """Advance one event by a step."""
    task = await on_the_database_thread(next_step)(event_id)
    if task is not None:
        tables = await compute(task)
        await on_the_database_thread(open_drawn)(task, tables)


async def compute(task: Task) -> Sequence[Table]:
    """Compute the tables: for many players in a worker process, or in a thread if the worker fails."""
    if len(task.draw.free) > FEW:
        try:
            return await asyncio.wrap_future(
                worker_pool.interactive().submit(pair_drawn, task.draw, task.root)
            )
        except worker_pool.JobFailed as fault:
            _log_worker_fault(str(fault))
    return await asyncio.to_thread(pair_drawn, task.draw, task.root)


@cache
def _log_worker_fault(fault: str) -> None:
    """Log a worker's failure once, because every pairing would repeat it."""
    log.error("a worker failed to pair the players of an event; a thread takes over: %s", fault)


def open_drawn(task: Task, tables: Sequence[Table]) -> list[Opened]:
    """Open the tables of a computed pairing, or raise Superseded."""
    if isinstance(task.draw, SwissDraw):
        return open_drawn_round(task.event, task.version, task.draw, tables)
    return open_tables(task.event, task.version, task.draw, tables)


def find_due_events() -> list[str]:
    """Return the events that are due."""
    due = Q(due_at__lte=clock.now()) | Q(pk__in=Entry.objects.filter(has_changed=True).values("event"))
    return list(Event.objects.filter(due).order_by("pk").values_list("pk", flat=True))


def next_step(event_id: str) -> Task | None:
    """Run the event's due step. Return a pairing task if one has to be computed outside the transaction."""
    event = _take(event_id)
    if event is None:
        return None
    now = clock.now()
    if event.paused_at is not None and event.state != Event.State.CLOSED:
        note_idle(event, None)
        _look_again(event, now + LOOKS_AGAIN_WHILE_PAUSED)
        return None
    if event.state == Event.State.ANNOUNCED and not _start(event, now):
        return None
    if event.state == Event.State.RUNNING:
        kind = kind_of(event)
        if now < event.closes_at and not kind.has_been_played(event, now):
            return _take_next_step(event, kind, now)
        _close(event)
    if event.state == Event.State.CLOSED:
        _finish_if_played(event, now)
    return None


def _take(event_id: str) -> Event | None:
    """Claim an event with all changes of its entries. Return None if another process has just claimed it."""
    event = Event.objects.select_related("source").filter(pk=event_id).first()
    if event is None:
        return None
    with transaction.atomic():
        mine = Event.objects.filter(pk=event.pk, version=event.version, due_at=event.due_at)
        has_ended = event.due_at is None
        if not has_ended and not mine.update(due_at=clock.now() + TAKEN_FOR):
            return None
        changed = Entry.objects.filter(event=event, has_changed=True)
        # Another transaction is changing a locked entry, and will mark it as changed again.
        seen = list(changed.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Entry.objects.filter(pk__in=seen).update(has_changed=False)
        if event.state == Event.State.OVER:
            record_places(event)  # a game was voided after the event
    return None if has_ended else event


def _look_again(event: Event, at: datetime) -> None:
    """Schedule the next check of the event. A change of an entry triggers an earlier one."""
    Event.objects.filter(pk=event.pk, version=event.version).update(due_at=at)


def _take_next_step(event: Event, kind: EventKind, now: datetime) -> Task | None:
    """Run the next step of a running event, and schedule a check no later than its possible end."""
    found = kind.next_step(event, now)
    if not isinstance(found, datetime):
        return found
    _look_again(event, min([found, *(end for end in kind.possible_ends(event) if end > now)]))
    return None


# Start and end.


def _start(event: Event, now: datetime) -> bool:
    """Start an event at its time. Ten minutes before, notify its entrants."""
    soon = event.starts_at - SOON
    if now >= soon:
        enter_qualifiers(event)
        tell_soon(event)
    if now < event.starts_at:
        _look_again(event, event.starts_at if now >= soon else soon)
        return False
    if event.source is not None and event.source.due_at is not None:
        _look_again(event, now + LOOKS_AGAIN_FOR_THE_NIGHT)
        return False
    with transaction.atomic():
        waiting = Event.objects.filter(pk=event.pk, version=event.version, state=Event.State.ANNOUNCED)
        if not waiting.update(state=Event.State.RUNNING, version=event.version + 1):
            return False
        event.state, event.version = Event.State.RUNNING, event.version + 1
        if event.bots_allowed:
            seat_house_bot(event)
        entries = lock_entries(event)
        here = Entry.objects.filter(event=event, left_at=None, is_paused=False, is_disqualified=False)
        if not kind_of(event).begin(event, entries):
            return False
        here.update(free_since=now)
        show_change(event.pk)
        publish_on_commit("lobby")
    return True


def _close(event: Event) -> None:
    with transaction.atomic():
        mine = Event.objects.select_for_update(no_key=True).filter(pk=event.pk, version=event.version)
        if (locked := mine.first()) is not None:
            close_event(locked)
            event.state, event.due_at = locked.state, locked.due_at


def _finish_if_played(event: Event, now: datetime) -> None:
    """End a closed event after its last games have ended or their time is up."""
    until = event.closes_at + GRACE
    with transaction.atomic():
        mine = Event.objects.select_for_update(no_key=True).filter(pk=event.pk, state=Event.State.CLOSED)
        if (locked := mine.first()) is None:
            return
        if now >= until or not live_pairings(locked).exists():
            finish_event(locked)
        else:
            _look_again(locked, until)
