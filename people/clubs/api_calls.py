"""Calls about clubs."""

from typing import Annotated

from django.http import HttpRequest
from msgspec import Meta, Struct

from game.runtime.presence import PEOPLE, SITE, presence
from game.web.api.call import Call, Example
from game.web.api.common import Moment, to_ms
from game.web.api.paging import PageQuery, cut_page
from game.web.api.sections import DAYS_EVENTS_CLUBS
from game.wire.values import one_of
from people.clubs.lookup import find_membership, load_club
from people.clubs.models import Membership
from people.clubs.roster import MAX_LISTED, load_roster, open_clubs


class ClubsQuery(PageQuery, frozen=True):
    """Filters for clubs."""

    name: Annotated[str, Meta(max_length=60, description="Part of the name.")] = ""


class ListedClub(Struct, frozen=True):
    """A club of the list."""

    name: str
    slug: str
    about: str
    members: int
    founded: Moment


class Clubs(Struct, frozen=True):
    """Open clubs, largest first."""

    clubs: list[ListedClub]
    next: str | None


class ClubMember(Struct, frozen=True):
    """A member of a club."""

    name: str
    role: Annotated[str, one_of(*Membership.Role.values)]
    points: int
    level: int


class ClubPage(Struct, frozen=True):
    """A club and its members. Members with private profiles are counted, and named to other members only."""

    name: str
    slug: str
    about: str
    founded: Moment
    members: list[ClubMember]
    private: int


def list_clubs(request: HttpRequest, query: ClubsQuery) -> Clubs:
    shown, following = cut_page(open_clubs(query.name), query, MAX_LISTED, lambda club: club.slug or "")
    return Clubs(
        [
            ListedClub(club.name, club.slug or "", club.about, club.size, to_ms(club.created_at))  # type: ignore[attr-defined]
            for club in shown
        ],
        following,
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


def find_names() -> dict[str, str]:
    """Return values for the examples on this site: its largest club."""
    clubs = open_clubs()
    return {"club": clubs[0].slug or ""} if clubs else {}


CALLS = {
    DAYS_EVENTS_CLUBS: (
        Call(
            name="list_clubs",
            rank=2,
            method="GET",
            path="/clubs",
            words="Lists the clubs, largest first.",
            view=list_clubs,
            query=ClubsQuery,
            answer=Clubs,
            example=Example(
                Clubs([ListedClub("Owls", "owls", "We play late.", 12, 1764150000000)], None),
                query={"name": "owl"},
            ),
        ),
        Call(
            name="show_club",
            rank=2,
            method="GET",
            path="/clubs/{club}",
            words="Shows a club and its members, owners and directors first.",
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
    ),
}  # fmt: skip
