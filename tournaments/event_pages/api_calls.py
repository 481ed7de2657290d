"""Calls about events."""

from operator import itemgetter
from typing import Annotated

from django.db.models import Q
from django.http import HttpRequest
from msgspec import UNSET, Meta, Struct, UnsetType

from common.database.compiled_query import CompiledQuery
from common.formats.json import Json
from game.shared_decks.models import DeckSet
from game.web.api.call import Call, Example
from game.web.api.common import Moment, viewer_of
from game.web.api.paging import PageQuery, cut_page
from game.web.api.sections import DAYS_EVENTS_CLUBS
from game.wire.values import BestOf, Clock, Counting, SeatNumber, Share, Target, one_of
from tournaments.events.models import Event, EventAction, Pairing
from tournaments.events.record.open_boards import HIDDEN
from tournaments.events.show import snapshot

ENDINGS = (*filter(None, Pairing.Ending.values), HIDDEN)
MAX_EVENTS = 200
EVENTS_AT_ONCE = 20


class ClubName(Struct, frozen=True):
    """A club's name and the last part of its address, which is null after the club closes."""

    name: str
    slug: str | None


class EventInfo(Struct, frozen=True):
    """An event without its players. docs/reference/protocol.md describes every field."""

    id: str
    url: str
    kind: Annotated[str, one_of(*Event.Kind.values)]
    title: str
    by: str | None
    club: ClubName | None
    rival: ClubName | None
    state: Annotated[str, one_of(*Event.State.values)]
    paused: bool
    reason: str
    starts: Moment
    closes: Moment
    ends: Moment
    joins_until: Moment
    ended: Moment | None
    games: int
    minutes: int
    target: Target
    counting: Counting
    clock: Clock
    rated: bool
    best_of: BestOf
    round_days: int
    after: str | None
    bots: bool
    hints: bool
    most_points: int | None
    most_games: int | None
    team_size: int
    decks: str | None
    version: int
    commitment: str
    root: str | None


class ListedEvent(EventInfo, frozen=True):
    """An event of the list, with the number of entrants."""

    entrants: int
    joined: bool


class Events(Struct, frozen=True):
    """Running events, then coming events, then events that have just ended."""

    events: list[ListedEvent]
    next: str | None


class Message(Struct, frozen=True):
    """The last message of a director to the players."""

    says: str
    at: Moment


class Standing(Struct, frozen=True, kw_only=True):
    """An entrant's line of the standings. A disqualified entrant has no place."""

    name: str
    nickname: str | None
    bot: bool
    entry: int
    place: int | None
    points: int
    wins: int
    spread: int
    plus: int
    games: int
    here: bool
    left: bool
    banned: bool
    disqualified: bool
    x: Annotated[float | UnsetType, Meta(description="Of a duplicate: the sum of its boards.")] = UNSET
    team: Annotated[int | UnsetType, Meta(description="Of a duel of two teams.")] = UNSET


class Side(Struct, frozen=True, kw_only=True):
    """A club or a team of a duel."""

    club: ClubName | None
    place: int
    players: int
    points: int
    wins: int
    spread: int
    plus: int
    games: int
    team: Annotated[int | UnsetType, Meta(description="Of a duel of two teams.")] = UNSET
    level: int | UnsetType = UNSET


class EventTable(Struct, frozen=True):
    """A table, the first dealer's entry first."""

    game: str
    entries: tuple[int, int]
    opened: Moment
    ended: Moment | None
    ending: Annotated[str, one_of(*ENDINGS)] | None
    winner: SeatNumber | None
    scores: tuple[int, int]
    stage: int | None
    place: int | None
    disqualified: bool
    corrected: bool


class PlannedMatch(Struct, frozen=True):
    """A match of a bracket: two entries, null while open, 0 for a bye."""

    sides: tuple[int | None, int | None]
    wins: tuple[int, int]
    winner: int | None


class Plan(Struct, frozen=True):
    """The planned rounds: matches of a bracket, or pairs of entries of a round robin."""

    seeds: list[int]
    rounds: list[list[PlannedMatch | tuple[int, int]]]
    champion: int | UnsetType | None = UNSET


class EventStep(Struct, frozen=True):
    """The progress of an event over shared decks."""

    set: str
    stage: Annotated[str, one_of(*DeckSet.Stage.values)]
    shuffled: Share
    rounds: int
    round: int
    open: bool
    until: Moment | None
    tables: int
    done: int
    closed: int
    absent: list[str]


class MyEntry(Struct, frozen=True):
    """The caller's entry. Only `entry` and `suspended_until` are set for a player who has not entered."""

    entry: int | None
    left: bool | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    disqualified: bool | UnsetType = UNSET
    no_shows: int | UnsetType = UNSET
    waits_since: Moment | UnsetType | None = UNSET
    game: str | UnsetType | None = UNSET
    suspended_until: Moment | None = None


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
