"""An event as its socket shows it: one frame that is alike for all, and what of it is each viewer's own."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Count

from common import clock
from game.events.locking import load_event
from game.events.models import Entry, Event, Pairing
from game.events.snapshot import (
    event_json,
    load_entries,
    load_mine,
    load_ordered_pairings,
    ms,
    plan_json,
    sides_json,
    standings_json,
    step_json,
    tables_json,
)
from game.models import Player
from game.table.wire import Json, encode

# So much of a large event a frame holds; its page has all.
MAX_LINES, MAX_LIVE_TABLES, MAX_ENDED_TABLES = 100, 50, 20


@dataclass(frozen=True)
class LiveEvent:
    """An event at one moment, with what concerns some viewers of it."""

    id: str
    moments: Mapping[str, int]
    shared: bytes
    of_viewers: Mapping[int, Json]

    def mine(self, viewer: Player | None) -> Json | None:
        """What concerns one viewer."""
        return None if viewer is None else self.of_viewers.get(viewer.pk)

    def frame(self, me: Json | None) -> bytes:
        """The frame of a viewer: what is alike for all, and their own part; but for the time."""
        return self.shared[:-1] + b',"me":' + encode(me) + b"}"


def load_live_event(event_id: str, viewers: Collection[int]) -> LiveEvent:
    """Read an event for these viewers, in as many queries for a thousand as for one."""
    event = load_event(event_id)
    entries, pairings = load_entries(event), load_ordered_pairings(event)
    lines = standings_json(event, entries, pairings)
    tables = tables_json(entries, pairings)
    live, ended = ([table for table in tables if bool(table["ending"]) is over] for over in (False, True))
    shared = encode(
        {
            "t": "event",
            "event": event_json(event) | {"step": step_json(event, pairings)},
            "count": len(entries),
            "standings": lines[:MAX_LINES],
            "sides": sides_json(event, entries, pairings),
            "plan": plan_json(event, entries, pairings),
            "tables": live[:MAX_LIVE_TABLES] + ended[:MAX_ENDED_TABLES],
        }
    )
    own_lines = {line["entry"]: line for line in lines}
    mine = load_mine(entries, pairings, viewers)
    of_viewers = {player: me | {"line": own_lines.get(me["entry"])} for player, me in mine.items()}
    return LiveEvent(event.pk, _moments(event), shared, of_viewers)


def with_time(frame: bytes) -> bytes:
    """A frame that is sent now."""
    return b'%b,"now":%d}' % (frame[:-1], clock.milliseconds())


def load_marks(events: Collection[str]) -> dict[str, tuple[object, ...]]:
    """What tells whether these events have changed, at the cost of some counting."""
    ended = Pairing.objects.filter(event__in=events).exclude(ending="")
    here = Entry.objects.filter(event__in=events, left_at=None, is_paused=False)
    counts = [dict(rows.values_list("event").annotate(Count("pk")).order_by()) for rows in (ended, here)]
    marks = Event.objects.filter(pk__in=events).values_list(
        "pk", "version", "state", "closes_at", "paused_at"
    )
    return {key: (*mark, *(count.get(key, 0) for count in counts)) for key, *mark in marks}


def _moments(event: Event) -> dict[str, int]:
    """What comes next that one is warned of: its start, or the close for new games."""
    if event.paused_at is not None:
        return {}
    if event.state == Event.State.ANNOUNCED:
        return {"start": ms(event.starts_at)}
    return {"close": ms(event.closes_at)} if event.state == Event.State.RUNNING else {}
