"""The event that the front page and the lobby announce. It is cached for a few seconds for all visitors."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from common import clock
from common.formats.plain_data import load_cached, save_cached
from game.lobby.display.banner import AnnouncedEvent, Banner, NextAnnounced
from game.models import Player
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.lines import ms
from tournaments.events.show.event_page import MINUTE_MS

LASTS = 5  # seconds
TOLD_BEFORE = timedelta(days=2)
LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An event that starts next."""

    id: str
    title: str
    starts: int


@dataclass(frozen=True, slots=True)
class NextEvent:
    """The running event, or else the next one to start."""

    id: str
    title: str
    is_running: bool
    starts: int
    joins_until: int
    entrants: tuple[int, ...]
    tables: int  # where a game is being played
    following: ComingEvent | None  # the next event to start while this one is running

    def announced_to(self, viewer: Player | None) -> AnnouncedEvent:
        """Return the event for the lobby's page."""
        following = self.following
        return AnnouncedEvent(
            id=self.id,
            title=self.title,
            running=self.is_running,
            starts=self.starts,
            entrants=len(self.entrants),
            joined=viewer is not None and viewer.pk in self.entrants,
            may_join=clock.milliseconds() < self.joins_until,
            tables=self.tables,
            next=NextAnnounced(following.id, following.title, following.starts) if following else None,
        )


@dataclass(frozen=True, slots=True)
class _Kept:
    event: NextEvent | None


def load_next_event() -> NextEvent | None:
    """Return the announced event from the cache, which is a few seconds old at most."""
    kept: _Kept | None = load_cached("next-event", _Kept)
    if kept is None:
        kept = _Kept(read_next_event())
        save_cached("next-event", kept, LASTS)
    return kept.event


def load_banner() -> Banner | None:
    """Return the lobby's banner for the next event."""
    event = load_next_event()
    return event.announced_to if event else None


def read_next_event() -> NextEvent | None:
    """Read the announced event, with three queries. A running event that can be joined comes first."""
    now = clock.now()
    open_events = Event.objects.filter(club=None, state__in=(Event.State.RUNNING, Event.State.ANNOUNCED))
    soon = list(open_events.filter(starts_at__lt=now + TOLD_BEFORE).order_by("starts_at", "pk")[:LOOKED_AT])
    running = [event for event in soon if event.state == Event.State.RUNNING]
    coming = [event for event in soon if event.state == Event.State.ANNOUNCED and event.starts_at > now]
    joinable = [event for event in running if kind_of(event).joins_until(event) > now]
    event = next(iter([*joinable, *running, *coming]), None)
    if event is None:
        return None
    entrants = Entry.objects.filter(event=event, left_at=None, is_disqualified=False)
    following = next((each for each in coming if each != event), None)
    return NextEvent(
        id=event.pk,
        title=event.shown_title,
        is_running=event.state == Event.State.RUNNING,
        starts=ms(event.starts_at),
        joins_until=ms(kind_of(event).joins_until(event)),
        entrants=tuple(entrants.values_list("player", flat=True)),
        tables=Pairing.objects.filter(event=event, ended_at=None).count(),
        following=_coming(following) if following else None,
    )


def _coming(event: Event) -> ComingEvent:
    return ComingEvent(event.pk, event.shown_title, ms(event.starts_at))


def minutes_until(starts: int, now: datetime) -> int:
    """Return the whole minutes until a moment in milliseconds, at least one."""
    return max(1, -(-(starts - ms(now)) // MINUTE_MS))
