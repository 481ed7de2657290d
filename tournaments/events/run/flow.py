"""The flow of an event: it starts, pairs who is free, closes and ends. Any process may run it; all may race.

Who runs it compares: a step is taken by who finds the event as it was when they looked, and by nobody else.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.database_thread import on_the_database_thread
from game.runtime import worker_pool
from game.runtime.pubsub import publish_on_commit
from rng.seal import SealError
from tournaments.events.models import Entry, Event
from tournaments.events.record.changes import show_change
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.notify import tell_soon
from tournaments.events.record.root import open_root
from tournaments.events.record.rules import GRACE, SOON, is_in_step, is_of_teams, is_planned
from tournaments.events.run import in_step, plan, team_rounds
from tournaments.events.run.closing import close_event, finish_event, record_places, void
from tournaments.events.run.end_of_play import has_been_played, live_pairings, note_idle, possible_ends
from tournaments.events.run.free import count_waiting, load_hall, to_milliseconds
from tournaments.events.run.house_bot import seat_house_bot
from tournaments.events.run.seeding import enter_qualifiers, give_seeds
from tournaments.events.run.tables import Opened, Superseded, open_sittings, open_tables
from tournaments.formats.draws import pair_drawn
from tournaments.formats.matching import FEW
from tournaments.formats.pairing import (
    PATIENCE,
    WAIT_MS,
    WAIT_WHILE_MOST_PLAY_MS,
    Draw,
    Table,
    is_due,
    longest_wait_ms,
)
from tournaments.formats.swiss import SwissDraw
from tournaments.formats.team_boards import TeamDraw

log = logging.getLogger(__name__)

IS_DUE = """
    SELECT 1 FROM events_event WHERE due_at <= %(now)s
    UNION ALL SELECT 1 FROM events_entry WHERE has_changed
"""
# Who takes a step has so long to finish it before another takes it up.
TAKEN_FOR = timedelta(seconds=10)
# Somebody may be back from a table elsewhere, of which nobody tells the flow.
LOOKS_AGAIN_AFTER = timedelta(seconds=5)
LOOKS_AGAIN_WHILE_PAUSED = timedelta(hours=1)
LOOKS_AGAIN_FOR_THE_NIGHT = timedelta(seconds=20)
LOOKS_AGAIN_AT_A_PLAN = timedelta(seconds=20)


@dataclass(frozen=True)
class Task:
    """A pairing that is to be worked out: of which event, as of which version, from what."""

    event: str
    version: int
    draw: Draw | SwissDraw
    root: bytes = field(repr=False)


async def run_due_events() -> None:
    """Take every event a step further that has one to take; none waits for another."""
    due = await on_the_database_thread(find_due_events)()
    await asyncio.gather(*[_advance_or_wait(event_id) for event_id in due])


async def _advance_or_wait(event_id: str) -> None:
    """Take an event a step further; a fault in it holds up no other, and it is tried again."""
    try:
        await advance(event_id)
    except Superseded:
        pass  # another process was first, or somebody left at this moment
    except SealError as fault:
        log.error("event %s waits: %s", event_id, fault)
    except Exception:
        log.exception("event %s: it cannot go on; that is tried again", event_id)


async def advance(event_id: str) -> None:
    """Take one event a step further."""
    task = await on_the_database_thread(take_step)(event_id)
    if task is not None:
        tables = await work_out(task)
        await on_the_database_thread(open_drawn)(task, tables)


async def work_out(task: Task) -> Sequence[Table]:
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
    """Log a fault once: each pairing would repeat it."""
    log.error("a worker could not pair the players of an event, so a thread does: %s", fault)


def open_drawn(task: Task, tables: Sequence[Table]) -> list[Opened]:
    """Open the tables of a pairing that was worked out; else Superseded."""
    if isinstance(task.draw, SwissDraw):
        return in_step.open_drawn_round(task.event, task.version, task.draw, tables)
    return open_tables(task.event, task.version, task.draw, tables)


def find_due_events() -> list[str]:
    """The events for which there is something to do."""
    due = Q(due_at__lte=clock.now()) | Q(pk__in=Entry.objects.filter(has_changed=True).values("event"))
    return list(Event.objects.filter(due).order_by("pk").values_list("pk", flat=True))


def take_step(event_id: str) -> Task | None:
    """Do what is due for an event, but for a pairing, which is handed back to be worked out."""
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
        if now >= event.closes_at or has_been_played(event, now):
            _close(event)
        elif is_planned(event):
            _open_what_is_planned(event, now)
        elif is_in_step(event):
            return _go_on_in_step(event, now)
        else:
            return _look_at_the_free(event, now)
    if event.state == Event.State.CLOSED:
        _finish_if_played(event, now)
    return None


def _take(event_id: str) -> Event | None:
    """Take an event, and all that has changed of its entries; None where another process just has."""
    event = Event.objects.select_related("source").filter(pk=event_id).first()
    if event is None:
        return None
    with transaction.atomic():
        mine = Event.objects.filter(pk=event.pk, version=event.version, due_at=event.due_at)
        has_ended = event.due_at is None
        if not has_ended and not mine.update(due_at=clock.now() + TAKEN_FOR):
            return None
        changed = Entry.objects.filter(event=event, has_changed=True)
        # What another transaction has locked changes at this moment, and says so again.
        seen = list(changed.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Entry.objects.filter(pk__in=seen).update(has_changed=False)
        if event.state == Event.State.OVER:
            record_places(event)  # a game was taken back since
    return None if has_ended else event


def _look_again(event: Event, at: datetime) -> None:
    """Have the event looked at again then, or when something changes."""
    Event.objects.filter(pk=event.pk, version=event.version).update(due_at=at)


def _look_again_while_running(event: Event, at: datetime, now: datetime) -> None:
    """Look again at this moment, and no later than when the event may have to end."""
    _look_again(event, min([at, *(end for end in possible_ends(event) if end > now)]))


# It starts, and it ends.


def _start(event: Event, now: datetime) -> bool:
    """Start an event at its time; before, tell its entrants that it is soon."""
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
        if is_planned(event) and not lay_out(event, entries):
            return False
        if is_in_step(event) and not _begin_in_step(event, entries):
            return False
        here.update(free_since=now)
        show_change(event.pk)
        publish_on_commit("lobby")
    return True


def _begin_in_step(event: Event, entries: list[Entry]) -> bool:
    """Have entrants show their part of the decks; with too few there is nothing to play."""
    return team_rounds.begin(event, entries) if is_of_teams(event) else in_step.begin(event, entries)


def lay_out(event: Event, entries: list[Entry]) -> bool:
    """Number those who are in, and say until when it lasts; with fewer than two there is nothing to play."""
    staying = [entry for entry in entries if entry.left_at is None and not entry.is_disqualified]
    if len(staying) < 2:
        void(event, gettext("Fewer than two players came."))
        return False
    give_seeds(event, staying)
    event.closes_at = plan.closes_at(event, len(staying))
    event.games = plan.games_of_each(event, len(staying))
    event.save(update_fields=["closes_at", "games"])
    return True


def _close(event: Event) -> None:
    with transaction.atomic():
        mine = Event.objects.select_for_update(no_key=True).filter(pk=event.pk, version=event.version)
        if (locked := mine.first()) is not None:
            close_event(locked)
            event.state, event.due_at = locked.state, locked.due_at


def _finish_if_played(event: Event, now: datetime) -> None:
    """End an event that has closed, once its last games have ended or their time is up."""
    until = event.closes_at + GRACE
    with transaction.atomic():
        mine = Event.objects.select_for_update(no_key=True).filter(pk=event.pk, state=Event.State.CLOSED)
        if (locked := mine.first()) is None:
            return
        if now >= until or not live_pairings(locked).exists():
            finish_event(locked)
        else:
            _look_again(locked, until)


# What is planned is opened, or who is free is paired.


def _open_what_is_planned(event: Event, now: datetime) -> None:
    """Open the tables of a bracket or a round robin whose players are both free."""
    record, sittings = plan.find_sittings(event, now)
    if sittings:
        open_sittings(event.pk, event.version, record, sittings)
    else:
        _look_again_while_running(event, now + LOOKS_AGAIN_AT_A_PLAN, now)


def _go_on_in_step(event: Event, now: datetime) -> Task | None:
    """The pairing of the next round, if it may begin; of a duel of teams its tables are opened at once."""
    draw = team_rounds.find_draw(event, now) if is_of_teams(event) else in_step.find_draw(event, now)
    if isinstance(draw, SwissDraw):
        return Task(event.pk, event.version, draw, open_root(event))
    if isinstance(draw, TeamDraw):
        team_rounds.open_board(event, draw)
        return None
    _look_again(event, min(draw, event.closes_at))
    return None


def _look_at_the_free(event: Event, now: datetime) -> Task | None:
    """The pairing that is due; where none is, when to look again."""
    at = _when_to_pair(event)
    if at is None or at > now:
        _look_again_while_running(event, at or event.closes_at, now)
        return None
    hall = load_hall(event, now)
    draw = hall.draw(event.version + 1, to_milliseconds(now))
    if not is_due(draw):
        _look_again_while_running(event, _when_time_tells(draw, now), now)
        return None
    return Task(event.pk, event.version, draw, open_root(event))


def _when_to_pair(event: Event) -> datetime | None:
    """When a pairing may be due at the earliest, by counting alone; None while nobody can be paired."""
    waiting = count_waiting(event)
    if waiting.free < 2:
        return None
    if not waiting.playing:
        return waiting.since
    wait = longest_wait_ms(waiting.playing, waiting.free)
    return waiting.since + timedelta(milliseconds=wait + 1)


def _when_time_tells(draw: Draw, now: datetime) -> datetime:
    """When a pairing may be due though nobody comes or goes: a wait is long enough, or somebody is back."""
    waits = [
        free.since + wait + 1 - draw.at
        for free in draw.free
        for wait in (WAIT_MS, WAIT_WHILE_MOST_PLAY_MS, *PATIENCE[draw.version])
    ]
    soonest = min((wait for wait in waits if wait > 0), default=None)
    latest = now + LOOKS_AGAIN_AFTER
    return latest if soonest is None else min(latest, now + timedelta(milliseconds=soonest))
