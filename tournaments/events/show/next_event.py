"""The event that the front page and the lobby tell of: read once in a while for all who look."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from common import clock
from common.formats.json import Json
from common.formats.plain_data import load_cached, save_cached
from game.lobby.display.banner import Banner
from game.models import Player
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event
from tournaments.events.record.lines import ms
from tournaments.events.show.event_page import MINUTE_MS

LASTS = 5  # seconds
TOLD_BEFORE = timedelta(days=2)
# Of those whose start is near, so many are looked through for one that can still be joined.
LOOKED_AT = 10
LEFT_IS_TOLD_MS = 60 * MINUTE_MS


@dataclass(frozen=True, slots=True)
class NextEvent:
    """An event that runs and can be joined, or else the next one that starts."""

    id: str
    title: str
    is_running: bool
    starts: int
    entrants: tuple[int, ...]

    def to_json(self, viewer: Player | None) -> Json:
        """What the lobby's page is told of it."""
        return {
            "id": self.id,
            "title": self.title,
            "running": self.is_running,
            "starts": self.starts,
            "entrants": len(self.entrants),
            "joined": viewer is not None and viewer.pk in self.entrants,
        }


@dataclass(frozen=True, slots=True)
class _Kept:
    event: NextEvent | None


def load_next_event() -> NextEvent | None:
    """The event to tell of, some seconds old at most."""
    kept: _Kept | None = load_cached("next-event", _Kept)
    if kept is None:
        kept = _Kept(read_next_event())
        save_cached("next-event", kept, LASTS)
    return kept.event


def load_banner() -> Banner | None:
    """Return the lobby's banner for the next event."""
    event = load_next_event()
    return event.to_json if event else None


def read_next_event() -> NextEvent | None:
    """The event to tell of: two queries."""
    now = clock.now()
    open_events = Event.objects.filter(club=None, state__in=(Event.State.RUNNING, Event.State.ANNOUNCED))
    soon = open_events.filter(starts_at__lt=now + TOLD_BEFORE).order_by("starts_at", "pk")[:LOOKED_AT]
    event = next((event for event in soon if kind_of(event).joins_until(event) > now), None)
    if event is None:
        return None
    entrants = Entry.objects.filter(event=event, left_at=None, is_disqualified=False)
    return NextEvent(
        event.pk,
        event.shown_title,
        event.state == Event.State.RUNNING,
        ms(event.starts_at),
        tuple(entrants.values_list("player", flat=True)),
    )


def minutes_left(event: NextEvent, now: datetime) -> int | None:
    """In how many minutes it starts; None where that is not soon, or it runs."""
    left = event.starts - ms(now)
    return None if event.is_running or left > LEFT_IS_TOLD_MS else max(1, -(-left // MINUTE_MS))
