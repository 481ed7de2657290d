"""An event as its socket shows it: one frame that is alike for all, and what of it is each viewer's own."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Count, Max

from common import clock
from common.formats.json import Json, encode
from game.models import Player
from tournaments.events.models import Change, Event
from tournaments.events.record.lines import ms
from tournaments.events.show.overview import Overview, load_mine, load_overview

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
    """An event for these viewers, in as many queries for a thousand as for one."""
    overview = load_overview(event_id)
    shared = overview.once("frame", lambda: encode_shared(overview))
    mine = load_mine(overview, viewers)
    of_viewers = {player: me | {"line": overview.lines.get(me["entry"])} for player, me in mine.items()}
    return LiveEvent(event_id, _moments(overview.row), shared, of_viewers)


def encode_shared(overview: Overview) -> bytes:
    """What is alike for all who look at an event."""
    ended = [table for table in overview.seated if table.ending]
    return encode(
        {
            "t": "event",
            "event": overview.event,
            "count": len(overview.entrants),
            "standings": overview.standings[:MAX_LINES],
            "sides": overview.sides,
            "plan": overview.plan,
            "tables": [
                *overview.describe(overview.live[-MAX_LIVE_TABLES:]),
                *overview.describe(ended[-MAX_ENDED_TABLES:]),
            ],
        }
    )


def with_time(frame: bytes) -> bytes:
    """A frame that is sent now."""
    return b'%b,"now":%d}' % (frame[:-1], clock.milliseconds())


def load_marks(events: Collection[str]) -> dict[str, tuple[object, ...]]:
    """What tells whether these events have changed, at the cost of some counting."""
    changed = Change.objects.filter(event__in=events).values_list("event").order_by("event")
    return {event: tuple(mark) for event, *mark in changed.annotate(Count("pk"), Max("pk"))}


def _moments(event: Event) -> dict[str, int]:
    """What comes next that one is warned of: its start, or the close for new games."""
    if event.paused_at is not None:
        return {}
    if event.state == Event.State.ANNOUNCED:
        return {"start": ms(event.starts_at)}
    return {"close": ms(event.closes_at)} if event.state == Event.State.RUNNING else {}
