"""Calls about what happens on the site: the daily game, events, clubs, and whom one follows."""

from typing import Annotated

from django.http import HttpRequest
from msgspec import Meta, Struct

from game.runtime.presence import PEOPLE, SITE, presence
from game.tokens.scopes import ANY
from people.clubs.lookup import find_membership, load_club
from people.clubs.roster import load_roster, open_clubs
from people.following.people import KINDS, load_following
from programs.api.call import Call, Example, Section
from programs.api.calls.common import Moment, optional_calls, to_ms, viewer_of


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
    player = viewer_of(request)
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


SECTION = Section(
    "site",
    "Days, events, clubs",
    "What happens here: the daily game, events, clubs, and whom you follow.",
    (
        *optional_calls("programs.api.calls.of_study.daily.CALLS"),
        *optional_calls("programs.api.calls.of_tournaments.events.CALLS"),
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
