"""Calls about events."""

from operator import itemgetter
from typing import Annotated

from django.db.models import Q
from django.http import HttpRequest
from msgspec import Meta, Struct

from common.database.compiled_query import CompiledQuery
from common.formats.json import Json
from game.web.api.call import Call, Example
from game.web.api.common import Moment, viewer_of
from game.web.api.paging import PageQuery, cut_page
from game.web.api.sections import DAYS_EVENTS_CLUBS
from game.wire.values import one_of
from tournaments.event_pages.shapes import (
    EventInfo,
    EventStep,
    EventTable,
    Message,
    MyEntry,
    Plan,
    Side,
    Standing,
)
from tournaments.events.models import Event, EventAction, Pairing
from tournaments.events.show import snapshot

MAX_EVENTS = 200
EVENTS_AT_ONCE = 20


class ListedEvent(EventInfo, frozen=True):
    """An event of the list, with the number of entrants."""

    entrants: int
    joined: bool


class Events(Struct, frozen=True):
    """Running events, then coming events, then events that have just ended."""

    events: list[ListedEvent]
    next: str | None


class ActionInfo(Struct, frozen=True):
    """An action of a director."""

    kind: Annotated[str, one_of(*EventAction.Kind.values)]
    by: str | None
    player: str | None
    minutes: int | None
    details: Annotated[Json | None, Meta(description="What changed, by field: the values before and after.")]
    reason: str | None
    at: Moment


class PairingEntry(Struct, frozen=True):
    """An entry, its player, and when they joined."""

    entry: int
    player: str
    joined: Moment


class PairingRun(Struct, frozen=True):
    """A pairing: its inputs, its tables and their games."""

    number: int
    at: Moment
    draw: Annotated[Json, Meta(description="The inputs, by name (docs/explanation/events.md).")]
    tables: list[tuple[int, int]]
    games: list[EventTable]


class EventPage(EventInfo, frozen=True):
    """An event with its standings and its tables."""

    standings: list[Standing]
    sides: list[Side]
    tables: list[EventTable]
    plan: Plan | None
    step: EventStep | None
    message: Message | None
    me: MyEntry | None
    may_direct: bool
    is_host: bool
    actions: list[ActionInfo]


class Pairings(Struct, frozen=True):
    """Every pairing of an event with all its inputs, so that anyone can compute it again."""

    event: str
    commitment: str
    root: str | None
    entries: list[PairingEntry]
    pairings: list[PairingRun]


def list_events(request: HttpRequest, query: PageQuery) -> Json:
    found = snapshot.load_upcoming(MAX_EVENTS, viewer_of(request))
    shown, following = cut_page(found, query, EVENTS_AT_ONCE, itemgetter("id"))
    return {"events": shown, "next": following}


def show_event(request: HttpRequest, event: str) -> Json:
    return snapshot.load_event_page(event, viewer_of(request))


def show_pairings(request: HttpRequest, event: str) -> Json:
    return snapshot.load_pairings(event)


def games_of_event(event: str) -> Q:
    """Return a filter for the games of an event."""
    return Q(game__in=Pairing.objects.filter(event=event.replace("\0", "")).values("game"))


_newest_event = CompiledQuery(
    lambda: Event.objects.filter(club=None).order_by("-starts_at").values_list("pk")[:1]
)


def find_names() -> dict[str, str]:
    """Return values for the examples on this site: its newest event."""
    return {"event": found[0]} if (found := _newest_event.fetch()) else {}


EVENT = EventInfo(
    "e7k2m9", "/events/e7k2m9", "night", "Friday night", None, None, None, "announced", False, "",
    1764268200000, 1764271800000, 1764273600000, 1764271500000, None, 9, 60, 121, "auto", "quick", True, 3, 0,
    None, False, False, None, None, 0, None, 1, "5f0c", None,
)  # fmt: skip
FIELDS_OF_EVENT = {name: getattr(EVENT, name) for name in EventInfo.__struct_fields__}
CALLS = {
    DAYS_EVENTS_CLUBS: (
        Call(
            name="list_events",
            rank=1,
            method="GET",
            path="/events",
            words="Lists running, coming and recently ended events. Members also see the events of their"
            " clubs.",
            view=list_events,
            query=PageQuery,
            answer=Events,
            example=Example(Events([ListedEvent(**FIELDS_OF_EVENT, entrants=14, joined=False)], None)),
        ),
        Call(
            name="show_event",
            rank=1,
            method="GET",
            path="/events/{event}",
            words="Shows an event with its standings and tables. With a token, also your own entry.",
            view=show_event,
            answer=EventPage,
            refusals=("no_event",),
            example=Example(
                EventPage(
                    **FIELDS_OF_EVENT, standings=[], sides=[], tables=[], plan=None, step=None,
                    message=None, me=None,
                    may_direct=False, is_host=False, actions=[],
                ),
                path={"event": "e7k2m9"},
            ),
        ),
        Call(
            name="show_pairings",
            rank=1,
            method="GET",
            path="/events/{event}/pairings",
            words="Returns every pairing of an event with its inputs.",
            view=show_pairings,
            answer=Pairings,
            refusals=("no_event",),
            example=Example(Pairings("e7k2m9", "5f0c", None, [], []), path={"event": "e7k2m9"}),
        ),
    ),
}  # fmt: skip
