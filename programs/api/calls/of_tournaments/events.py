"""Calls about events."""

from django.http import HttpRequest
from msgspec import Struct

from common.formats.json import Json
from programs.api.call import Call, Example
from programs.api.calls.common import Moment, viewer_of
from tournaments.events.models import Event
from tournaments.events.show import snapshot


class ClubName(Struct, frozen=True):
    """A club by its name, and the end of its address; null once it has closed."""

    name: str
    slug: str | None


class EventInfo(Struct, frozen=True):
    """An event without its players: docs/protocol.md has every field."""

    id: str
    url: str
    kind: str
    title: str
    by: str | None
    club: ClubName | None
    rival: ClubName | None
    state: str
    paused: bool
    reason: str
    starts: Moment
    closes: Moment
    ends: Moment
    joins_until: Moment
    ended: Moment | None
    games: int
    minutes: int
    target: int
    counting: str
    clock: str
    rated: bool
    best_of: int
    round_days: int
    after: str | None
    bots: bool
    team_size: int
    decks: str | None
    version: int
    commitment: str
    root: str | None


class ListedEvent(EventInfo, frozen=True):
    """An event of the list, with how many are in it."""

    entrants: int
    joined: bool


class Events(Struct, frozen=True):
    """What runs, then what comes, then what has just ended."""

    events: list[ListedEvent]


class EventPage(EventInfo, frozen=True):
    """An event with its order and its tables."""

    standings: list[Json]
    sides: list[Json]
    tables: list[Json]
    plan: Json | None
    step: Json | None
    me: Json | None
    may_direct: bool
    is_host: bool
    actions: list[Json]


class Pairings(Struct, frozen=True):
    """Every pairing of an event with all that went into it, so that anybody can make it again."""

    event: str
    commitment: str
    root: str | None
    entries: list[Json]
    pairings: list[Json]


def list_events(request: HttpRequest) -> Json:
    return {"events": snapshot.load_upcoming(20, viewer_of(request))}


def show_event(request: HttpRequest, event: str) -> Json:
    return snapshot.load_event_page(event, viewer_of(request))


def show_pairings(request: HttpRequest, event: str) -> Json:
    return snapshot.load_pairings(event)


def find_names() -> dict[str, str]:
    """Return what examples can name on this site: its newest event."""
    events = Event.objects.filter(club=None).order_by("-starts_at").values_list("pk", flat=True)
    return {"event": event} if (event := events.first()) else {}


EVENT = EventInfo(
    "e7k2m9", "/events/e7k2m9", "night", "Friday night", None, None, None, "announced", False, "",
    1764268200000, 1764271800000, 1764273600000, 1764271500000, None, 9, 60, 121, "auto", "quick", True, 3, 0,
    None, False, 0, None, 1, "5f0c", None,
)  # fmt: skip
FIELDS_OF_EVENT = {name: getattr(EVENT, name) for name in EventInfo.__struct_fields__}
CALLS = (
    Call(
        name="list_events",
        method="GET",
        path="/events",
        words="Events that run, that come and that have just ended; those of clubs for their members.",
        view=list_events,
        answer=Events,
        example=Example(Events([ListedEvent(**FIELDS_OF_EVENT, entrants=14, joined=False)])),
    ),
    Call(
        name="show_event",
        method="GET",
        path="/events/{event}",
        words="An event: its order and its tables; by a token, your own entry too.",
        view=show_event,
        answer=EventPage,
        refusals=("no_event",),
        example=Example(
            EventPage(
                **FIELDS_OF_EVENT, standings=[], sides=[], tables=[], plan=None, step=None, me=None,
                may_direct=False, is_host=False, actions=[],
            ),
            path={"event": "e7k2m9"},
        ),
    ),
    Call(
        name="show_pairings",
        method="GET",
        path="/events/{event}/pairings",
        words="Every pairing of an event with what went into it.",
        view=show_pairings,
        answer=Pairings,
        refusals=("no_event",),
        example=Example(Pairings("e7k2m9", "5f0c", None, [], []), path={"event": "e7k2m9"}),
    ),
)  # fmt: skip
