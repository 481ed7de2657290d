"""The data of clubs' pages: members with points and level, who is online, and lists of clubs."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.urls import reverse

from common.database.compiled_query import CompiledModelQuery
from game.models import Player
from people.clubs.models import Club, Membership
from people.clubs.roles import by_rank
from ranking.models import Kind
from ranking.rules.levels import level
from ranking.standings import load_points

MAX_LISTED = 100
MAX_SEARCHED = 30


@dataclass(frozen=True, slots=True)
class Member:
    """A member as a club's page shows them."""

    membership: Membership
    points: int
    level: int
    is_here: bool

    @property
    def player(self) -> Player:
        return self.membership.player


@dataclass(frozen=True, slots=True)
class Roster:
    """The members of a club. Only members see those with private profiles."""

    shown: tuple[Member, ...]
    private: int

    @property
    def here(self) -> int:
        return sum(member.is_here for member in self.shown)


def load_roster(club: Club, here: Collection[str], *, for_member: bool) -> Roster:
    """Return the members of a club, owners and directors first."""
    memberships = list(by_rank(Membership.objects.filter(club=club)).select_related("player"))
    shown = [one for one in memberships if for_member or not one.player.is_private]
    points = load_points([one.player_id for one in shown], Kind.PEOPLE)
    members = (
        Member(one, points[one.player_id], level(points[one.player_id]).number, str(one.player_id) in here)
        for one in shown
    )
    return Roster(tuple(members), len(memberships) - len(shown))


def open_clubs(name: str = "") -> list[Club]:
    """Return open clubs, largest first, optionally filtered by a part of the name."""
    clubs = Club.objects.filter(closed_at=None).annotate(size=Count("members"))
    if letters := name.replace("\0", "").strip()[:MAX_SEARCHED]:
        clubs = clubs.filter(name__icontains=letters)
    return list(clubs.order_by("-size", "name")[:MAX_LISTED])


def clubs_of(player: Player) -> list[Membership]:
    """Return a player's memberships."""
    return _memberships.fetch_all(player.pk)


_memberships = CompiledModelQuery(
    Membership,
    lambda player: by_rank(Membership.objects.filter(player=player)),
    -1,
    related=("club",),
)


def describe_in_profile(player: Player) -> dict[str, Any]:
    return {"clubs": clubs_of(player)}


def list_paths() -> list[str]:
    """Return the paths of the clubs' pages, for search engines."""
    return [reverse("club", args=[club.slug]) for club in open_clubs()]
