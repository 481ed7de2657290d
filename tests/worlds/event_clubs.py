"""Clubs as a test of their events needs them."""

from datetime import timedelta
from typing import Any

from common import clock
from game.models import Player
from people.clubs.models import Club, Membership
from people.clubs.names import likeness, slug_of
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import create_event
from tournaments.events.models import Event


def create_club(name: str, *members: Player, owner: Player | None = None) -> Club:
    """A club with an owner, and perhaps members."""
    owner = owner or Player.objects.create(username=f"{slug_of(name)}-owner")
    club = Club.objects.create(name=name, slug=slug_of(name), likeness=likeness(name), created_at=clock.now())
    add(club, owner, role=Membership.Role.OWNER)
    for member in members:
        add(club, member)
    return club


def add(club: Club, player: Player, role: str = Membership.Role.MEMBER) -> None:
    Membership.objects.create(club=club, player=player, role=role, since=clock.now())


def owner_of(club: Club) -> Player:
    return Membership.objects.get(club=club, role=Membership.Role.OWNER).player


def announce_for(club: Club, minutes_ahead: float = 60, by: Player | None = None, **settings: Any) -> Event:
    """An event of a club, as its owner makes it."""
    starts_at = clock.now() + timedelta(minutes=minutes_ahead)
    return create_event(
        by=by or owner_of(club),
        settings=EventSettings("night", "Owls at dusk", starts_at, **settings),
        club=club,
    )
