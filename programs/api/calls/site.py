"""Calls about what happens on the site: the daily game, events, clubs, and whom one follows."""

from typing import Annotated, Any

from django.http import HttpRequest
from msgspec import Meta, Struct

from game.models import Player
from game.runtime.presence import PEOPLE, SITE, presence
from game.tokens.scopes import ANY
from people.clubs.lookup import find_membership, load_club
from people.clubs.roster import load_roster, open_clubs
from people.following.people import KINDS, load_following
from programs.api.call import Call, Example, Section
from programs.api.calls.common import Moment, to_ms
from study.daily.playing import find_today
from study.daily.web.api import day_json, today_json
from tournaments.events.show import snapshot

Json = dict[str, Any]


class OwnDaily(Struct, frozen=True):
    """What the caller has of today’s game."""

    game: str
    over: bool
    margin: int | None
    score: float | None


class Daily(Struct, frozen=True):
    """Today’s game; `day` is null where there is none. Par is told after one’s own game."""

    day: str | None
    open: bool
    closes: str | None
    decks: str | None
    next_decks: str | None
    own: OwnDaily | None
    par: float | None


class DailyLine(Struct, frozen=True):
    """A line of a day’s order."""

    place: int
    name: str
    margin: int
    score: float
    lost: float | None
    game: str


class DailyDay(Struct, frozen=True):
    """A day that is over: docs/daily.md explains `par` and `field`."""

    day: str
    decks: str
    par: float | None
    par_margins: Any
    ranked: int
    order: list[DailyLine]
    own: DailyLine | None
    field: Any


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


class ClubsQuery(Struct, frozen=True):
    """Which clubs."""

    name: Annotated[str, Meta(max_length=60, description="Letters in the name.")] = ""


class ListedClub(Struct, frozen=True):
    """A club of the list."""

    name: str
    slug: str
    about: str
    members: int
    founded: Moment


class Clubs(Struct, frozen=True):
    """The open clubs, the largest first."""

    clubs: list[ListedClub]


class ClubMember(Struct, frozen=True):
    """A member of a club."""

    name: str
    role: str
    points: int
    level: int


class ClubPage(Struct, frozen=True):
    """A club and its members; those whose profile is private are counted, and named to members alone."""

    name: str
    slug: str
    about: str
    founded: Moment
    members: list[ClubMember]
    private: int


class Followed(Struct, frozen=True):
    """A player whom the caller follows. `game` is one at which they can be watched now."""

    name: str
    points: int
    here: bool
    game: str | None
    seen: Moment | None


class FollowedPlayers(Struct, frozen=True):
    """Whom the caller follows, by name; nobody else can ask for it."""

    following: list[Followed]


NO_DAILY = Daily(None, False, None, None, None, None, None)


def show_daily(request: HttpRequest) -> Json | Daily:
    daily = find_today()
    return NO_DAILY if daily is None else today_json(daily, request.user)


def show_daily_day(request: HttpRequest, day: str) -> Json:
    return day_json(day, request.user)


def list_events(request: HttpRequest) -> Json:
    return {"events": snapshot.load_upcoming(20, _viewer(request))}


def show_event(request: HttpRequest, event: str) -> Json:
    return snapshot.load_event_page(event, _viewer(request))


def show_pairings(request: HttpRequest, event: str) -> Json:
    return snapshot.load_pairings(event)


def list_clubs(request: HttpRequest, query: ClubsQuery) -> Clubs:
    return Clubs(
        [
            ListedClub(club.name, club.slug or "", club.about, club.size, to_ms(club.created_at))  # type: ignore[attr-defined]
            for club in open_clubs(query.name)
        ]
    )


def show_club(request: HttpRequest, club: str) -> ClubPage:
    found = load_club(club)
    own = find_membership(found, request.user)
    here = presence.find((PEOPLE, SITE))
    roster = load_roster(found, here[PEOPLE] | here[SITE], for_member=own is not None)
    members = [
        ClubMember(one.player.username, one.membership.role, one.points, one.level) for one in roster.shown
    ]
    return ClubPage(
        found.name, found.slug or "", found.about, to_ms(found.created_at), members, roster.private
    )


def show_following(request: HttpRequest) -> FollowedPlayers:
    player = _viewer(request)
    assert player is not None  # the call needs a token
    found = load_following({player.pk}, presence.find(KINDS))[player.pk]
    return FollowedPlayers(
        [
            Followed(
                one.player.username,
                one.points,
                one.is_here,
                one.game.pk if one.game else None,
                to_ms(one.seen_at) if one.seen_at else None,
            )
            for one in found.players
        ]
    )


def _viewer(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


EVENT = EventInfo(
    "e7k2m9", "/events/e7k2m9", "night", "Friday night", None, None, None, "announced", False, "",
    1764268200000, 1764271800000, 1764273600000, 1764271500000, None, 9, 60, 121, "auto", "quick", True, 3, 0,
    None, False, 0, None, 1, "5f0c", None,
)  # fmt: skip
FIELDS_OF_EVENT = {name: getattr(EVENT, name) for name in EventInfo.__struct_fields__}
SECTION = Section(
    "site",
    "Days, events, clubs",
    "What happens here: the daily game, events, clubs, and whom you follow.",
    (
        Call(
            name="show_daily",
            method="GET",
            path="/daily",
            words="Today’s game: whether it is open, until when, and by a token your own result.",
            view=show_daily,
            answer=Daily,
            example=Example(
                Daily("2026-11-26", True, "2026-11-27T00:00:00+00:00", "d3k9", "d4m2", None, None)
            ),
        ),
        Call(
            name="show_daily_day",
            method="GET",
            path="/daily/{day}",
            words="A day that is over: par, the order, and how the field threw.",
            view=show_daily_day,
            answer=DailyDay,
            refusals=("no_daily",),
            example=Example(
                DailyDay(
                    "2026-11-25", "d2h7", 3.4, [3, 4], 2,
                    [DailyLine(1, "Ann", 12, 8.6, 1.4, "k3v9a2x7m4qc")], None, None,
                ),
                path={"day": "2026-11-25"},
            ),
        ),
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
        Call(
            name="list_clubs",
            method="GET",
            path="/clubs",
            words="The clubs there are, the largest first.",
            view=list_clubs,
            query=ClubsQuery,
            answer=Clubs,
            example=Example(
                Clubs([ListedClub("Owls", "owls", "We play late.", 12, 1764150000000)]), query={"name": "owl"}
            ),
        ),
        Call(
            name="show_club",
            method="GET",
            path="/clubs/{club}",
            words="A club and its members, owners and directors first.",
            view=show_club,
            answer=ClubPage,
            refusals=("no_club",),
            example=Example(
                ClubPage(
                    "Owls", "owls", "We play late.", 1764150000000, [ClubMember("Ann", "owner", 1604, 1)], 0
                ),
                path={"club": "owls"},
            ),
        ),
        Call(
            name="show_following",
            method="GET",
            path="/following",
            words="Whom you follow, who of them is here, and where they can be watched.",
            view=show_following,
            scopes=ANY,
            is_private=True,
            answer=FollowedPlayers,
            example=Example(FollowedPlayers([Followed("Bob", 1531, True, None, 1764150000000)])),
        ),
    ),
)  # fmt: skip
