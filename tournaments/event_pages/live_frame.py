"""An event as its socket sends it: one frame shared by all viewers, and each viewer's own part."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max

from common import clock
from common.formats.json import Json, encode
from game.models import Player
from tournaments.event_pages.shapes import SharedEvent
from tournaments.events.models import Change, Event
from tournaments.events.record.lines import ms
from tournaments.events.show.event_page import MAX_LINES
from tournaments.events.show.overview import Overview, load_mine, load_overview

# A frame holds at most this much of a large event. The page has all of it.
MAX_LIVE_TABLES, MAX_ENDED_TABLES = 50, 20


@dataclass(frozen=True)
class LiveEvent:
    """An event at one moment, with the own parts of some viewers."""

    id: str
    moments: Mapping[str, int]
    shared: bytes
    of_viewers: Mapping[int, Json]

    def mine(self, viewer: Player | None) -> Json | None:
        """Return a viewer's own part."""
        return None if viewer is None else self.of_viewers.get(viewer.pk)

    def frame(self, me: Json | None) -> bytes:
        """Return an EventFrame of a viewer without the time: the shared part and their own."""
        return self.shared[:-1] + b',"me":' + encode(me) + b"}"


def load_live_event(event_id: str, viewers: Collection[int]) -> LiveEvent:
    """Return an event for these viewers, with a fixed number of queries."""
    overview = load_overview(event_id)
    shared = overview.once("frame", lambda: encode_shared(overview))
    mine = load_mine(overview, viewers)
    of_viewers = {player: me | {"line": overview.lines.get(me["entry"])} for player, me in mine.items()}
    return LiveEvent(event_id, _moments(overview.row), shared, of_viewers)


def encode_shared(overview: Overview) -> bytes:
    """Return the part of an event that all viewers share."""
    ended = [table for table in overview.seated if table.ending]
    rows: Any = SharedEvent  # its parts are the rows of the overview, which the page has too
    return encode(
        rows(
            event=overview.event,
            count=len(overview.entrants),
            standings=overview.standings[:MAX_LINES],
            sides=overview.sides,
            plan=overview.plan,
            tables=[
                *overview.describe(overview.live[-MAX_LIVE_TABLES:]),
                *overview.describe(ended[-MAX_ENDED_TABLES:]),
            ],
        )
    )


def with_time(frame: bytes) -> bytes:
    """Return a frame with the current time."""
    return b'%b,"now":%d}' % (frame[:-1], clock.milliseconds())


def load_marks(events: Collection[str]) -> dict[str, tuple[object, ...]]:
    """Return marks that change whenever these events change, at the cost of a count."""
    changed = Change.objects.filter(event__in=events).values_list("event").order_by("event")
    return {event: tuple(mark) for event, *mark in changed.annotate(Count("pk"), Max("pk"))}


def _moments(event: Event) -> dict[str, int]:
    """Return the next moment that viewers are warned of: the start, or the close for new games."""
    if event.paused_at is not None:
        return {}
    if event.state == Event.State.ANNOUNCED:
        return {"start": ms(event.starts_at)}
    return {"close": ms(event.closes_at)} if event.state == Event.State.RUNNING else {}
