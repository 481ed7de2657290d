"""What the pages show of clubs: their members with points and level, who is here, and lists of clubs."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, QuerySet

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
    """The members of a club: to others than members without those whose profile is private."""

    shown: tuple[Member, ...]
    private: int

    @property
    def here(self) -> int:
        return sum(member.is_here for member in self.shown)


def load_roster(club: Club, here: Collection[str], *, for_member: bool) -> Roster:
    """The members of a club, owners and directors first."""
    memberships = list(by_rank(Membership.objects.filter(club=club)).select_related("player"))
    shown = [one for one in memberships if for_member or not one.player.is_private]
    points = load_points([one.player_id for one in shown], Kind.PEOPLE)
    members = (
        Member(one, points[one.player_id], level(points[one.player_id]).number, str(one.player_id) in here)
        for one in shown
    )
    return Roster(tuple(members), len(memberships) - len(shown))


def open_clubs(name: str = "") -> list[Club]:
    """The open clubs, the largest first; or those whose names have these letters."""
    clubs = Club.objects.filter(closed_at=None).annotate(size=Count("members"))
    if letters := name.replace("\0", "").strip()[:MAX_SEARCHED]:
        clubs = clubs.filter(name__icontains=letters)
    return list(clubs.order_by("-size", "name")[:MAX_LISTED])


def clubs_of(player: Player) -> QuerySet[Membership]:
    """What a player is in which clubs."""
    return by_rank(Membership.objects.filter(player=player)).select_related("club")
