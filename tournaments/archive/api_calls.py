"""Calls about the archive."""

from typing import Annotated, Any

from django.http import HttpRequest
from django.urls import reverse
from msgspec import UNSET, Meta, Struct, UnsetType

from game.web.api.call import Call, Example
from game.web.api.common import Moment, to_ms, viewer_of
from game.web.api.paging import PageQuery, cut_page
from game.web.api.sections import DAYS_EVENTS_CLUBS
from game.wire.values import one_of
from people.clubs.lookup import find_membership, load_club
from people.profiles.api_games import load_open_player
from people.profiles.opponents import query_opponents
from tournaments.archive.paging import LAST, cut
from tournaments.archive.totals import load_members, load_winners
from tournaments.event_pages.shapes import ClubName
from tournaments.events.models import Event
from tournaments.events.show.archive import load_past
from tournaments.events.show.past_of_player import load_events_before
from tournaments.events.show.trophies import load_trophies

EVENTS_AT_ONCE = 50
MAX_TROPHIES = 1_000

Before = Annotated[str, Meta(max_length=40, description="Deprecated: use `cursor`.")]
Cursor = Annotated[str, Meta(max_length=40, description="The `next` of the page before.")]
NumberCursor = Annotated[int, Meta(ge=1, le=LAST, description="The `next` of the page before.")]


class NumberQuery(Struct, frozen=True):
    """The page of a list, from 1."""

    page: Annotated[int, Meta(ge=1, le=LAST, description="Deprecated: use `cursor`.")] = 1
    cursor: NumberCursor | UnsetType = UNSET

    @property
    def number(self) -> int:
        return self.page if isinstance(self.cursor, UnsetType) else self.cursor


class PastQuery(Struct, frozen=True):
    """Which past events, and where the page begins."""

    before: Before = ""
    cursor: Cursor = ""
    club: Annotated[str, Meta(max_length=60, description="Only events of this club: its `slug`.")] = ""


class BeforeQuery(Struct, frozen=True):
    """Where the page begins."""

    before: Before = ""
    cursor: Cursor = ""


class OnPodium(Struct, frozen=True):
    """One of the first three places of an event."""

    place: int
    name: str
    points: int


class PastEventInfo(Struct, frozen=True):
    """An event that is over or was called off, with its first three places."""

    id: str
    url: str
    kind: Annotated[str, one_of(*Event.Kind.values)]
    title: str
    state: Annotated[str, one_of(*Event.State.values)]
    club: ClubName | None
    rival: ClubName | None
    starts: Moment
    players: int
    podium: list[OnPodium]


class PastEvents(Struct, frozen=True):
    """Past events, newest first."""

    events: list[PastEventInfo]
    next: str | None


class WinnerInfo(Struct, frozen=True):
    """A player who has won events. `last` is the start of the last event on whose podium they were."""

    name: str
    wins: int
    podiums: int
    last: Moment


class Winners(Struct, frozen=True):
    """The players with the most won events."""

    winners: list[WinnerInfo]
    next: int | None


class MemberTotals(Struct, frozen=True):
    """A player's totals in all past events of a club."""

    name: str
    events: int
    titles: int
    games: int
    won: int
    points: int
    spread: int


class ClubTable(Struct, frozen=True):
    """A club's all-time table, most points first."""

    players: list[MemberTotals]
    next: int | None


class PlayedEvent(Struct, frozen=True):
    """An event in which a player has a final place."""

    id: str
    url: str
    title: str
    starts: Moment
    place: int
    players: int
    points: int
    won: int
    games: int


class PlayedEvents(Struct, frozen=True):
    """A player's events, newest first."""

    events: list[PlayedEvent]
    next: str | None


class TrophyInfo(Struct, frozen=True):
    """A trophy, and the page that shows how it was won."""

    name: str
    title: str
    url: str
    at: Moment


class Trophies(Struct, frozen=True):
    """A player's trophies, newest first."""

    trophies: list[TrophyInfo]
    next: str | None


class OpponentInfo(Struct, frozen=True):
    """A player's finished games against one opponent."""

    name: str
    won: int
    lost: int
    last: Moment


class Opponents(Struct, frozen=True):
    """A player's opponents, most games first."""

    opponents: list[OpponentInfo]
    next: int | None


def list_past(request: HttpRequest, query: PastQuery) -> PastEvents:
    club = load_club(query.club) if query.club else None
    found, older = load_past(query.cursor or query.before, EVENTS_AT_ONCE, viewer_of(request), club)
    return PastEvents([_past_event(event) for event in found], older)


def list_winners(request: HttpRequest, query: NumberQuery) -> Winners:
    page = load_winners(query.number)
    return Winners(
        [WinnerInfo(one.player.username, one.wins, one.podiums, to_ms(one.last)) for one in page.rows],
        page.next,
    )


def show_club_table(request: HttpRequest, club: str, query: NumberQuery) -> ClubTable:
    found = load_club(club)
    page = load_members(found, query.number, for_member=find_membership(found, request.user) is not None)
    return ClubTable(
        [
            MemberTotals(
                one.player.username, one.events, one.titles, one.games, one.won, one.points, one.spread
            )
            for one in page.rows
        ],
        page.next,
    )


def list_events_of(request: HttpRequest, name: str, query: BeforeQuery) -> PlayedEvents:
    player = load_open_player(request, name)
    found = load_events_before(player, query.cursor or query.before, EVENTS_AT_ONCE + 1, request.user)
    shown = found[:EVENTS_AT_ONCE]
    events = [
        PlayedEvent(
            one.id, reverse("event", args=[one.id]), one.title, to_ms(one.at), one.place, one.players,
            one.points, one.wins, one.games,
        )
        for one in shown
    ]  # fmt: skip
    return PlayedEvents(events, shown[-1].id if len(found) > EVENTS_AT_ONCE else None)


def list_trophies(request: HttpRequest, name: str, query: PageQuery) -> Trophies:
    found = load_trophies(load_open_player(request, name).pk)
    shown, following = cut_page(
        found, query, MAX_TROPHIES, lambda one: f"{one.name} {one.url} {to_ms(one.at)}"
    )
    return Trophies(
        [TrophyInfo(str(one.name), one.title, one.url, to_ms(one.at)) for one in shown], following
    )


def list_opponents(request: HttpRequest, name: str, query: NumberQuery) -> Opponents:
    page = cut(query_opponents(load_open_player(request, name), request.user), query.number)
    return Opponents(
        [
            OpponentInfo(row["opponent__username"], row["won"], row["games"] - row["won"], to_ms(row["last"]))
            for row in page.rows
        ],
        page.next,
    )


def _past_event(event: dict[str, Any]) -> PastEventInfo:
    podium = [OnPodium(*placed) for placed in event["podium"]]
    club, rival = (event[side] and ClubName(**event[side]) for side in ("club", "rival"))
    return PastEventInfo(
        event["id"], reverse("event", args=[event["id"]]), event["kind"], event["title"], event["state"],
        club, rival, to_ms(event["starts_at"]), event["entrants"], podium,
    )  # fmt: skip


PAST = PastEventInfo(
    "e7k2m9", "/events/e7k2m9", "night", "Friday night", "over", None, None, 1764268200000, 14,
    [OnPodium(1, "Ann", 19)],
)  # fmt: skip
CALLS = {
    DAYS_EVENTS_CLUBS: (
        Call(
            name="list_past_events",
            rank=3,
            method="GET",
            path="/archive/events",
            words="Lists past events, newest first, with the first three places. Members also see the events"
            " of their clubs.",
            view=list_past,
            query=PastQuery,
            answer=PastEvents,
            refusals=("no_club",),
            example=Example(PastEvents([PAST], "e7k2m9")),
        ),
        Call(
            name="list_winners",
            rank=3,
            method="GET",
            path="/archive/winners",
            words="Lists the players with the most won events. Events inside clubs do not count.",
            view=list_winners,
            query=NumberQuery,
            answer=Winners,
            example=Example(Winners([WinnerInfo("Ann", 3, 7, 1764268200000)], 2)),
        ),
        Call(
            name="show_club_table",
            rank=3,
            method="GET",
            path="/clubs/{club}/table",
            words="Shows a club’s all-time table: the totals of its players in all its past events.",
            view=show_club_table,
            query=NumberQuery,
            answer=ClubTable,
            refusals=("no_club",),
            example=Example(
                ClubTable([MemberTotals("Ann", 12, 3, 104, 61, 141, 412)], None), path={"club": "owls"}
            ),
        ),
        Call(
            name="list_events_of",
            rank=3,
            method="GET",
            path="/players/{name}/events",
            words="Lists a player’s past events, newest first, with their place.",
            view=list_events_of,
            query=BeforeQuery,
            answer=PlayedEvents,
            refusals=("no_player", "private"),
            example=Example(
                PlayedEvents(
                    [PlayedEvent("e7k2m9", "/events/e7k2m9", "Friday night", 1764268200000, 1, 14, 19, 8, 9)],
                    None,
                ),
                path={"name": "Ann"},
            ),
        ),
        Call(
            name="list_trophies",
            rank=3,
            method="GET",
            path="/players/{name}/trophies",
            words="Lists a player’s trophies, newest first.",
            view=list_trophies,
            query=PageQuery,
            answer=Trophies,
            refusals=("no_player", "private"),
            example=Example(
                Trophies([TrophyInfo("Grand Slam", "Friday night", "/events/e7k2m9", 1764268200000)], None),
                path={"name": "Ann"},
            ),
        ),
        Call(
            name="list_opponents",
            rank=3,
            method="GET",
            path="/players/{name}/opponents",
            words="Lists a player’s record against each opponent, over their last 10,000 games. Guests, house"
            " bots, private profiles and players with a block between them are left out.",
            view=list_opponents,
            query=NumberQuery,
            answer=Opponents,
            refusals=("no_player", "private"),
            example=Example(
                Opponents([OpponentInfo("Bob", 12, 9, 1764268200000)], None), path={"name": "Ann"}
            ),
        ),
    ),
}
