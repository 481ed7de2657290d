"""Players with accounts and finished games, and their clubs."""

from collections.abc import Callable
from typing import Any

import pytest

from common import clock
from common.refusal import Refusal
from game.models import Game, Player, Scoresheet
from people.clubs.founding import GAMES_BEFORE, found
from people.clubs.models import Club, Membership
from people.notices.listing import load_notices
from people.notices.models import Notice
from people.notices.sentences import describe
from tests.worlds.accounts import create_account
from tests.worlds.scoresheets import create_scoresheet

Role = Membership.Role


def create_veteran(name: str) -> Player:
    """Return a player with enough finished games to found a club."""
    player, opponent = create_account(name), Player.objects.get_or_create(username="Anyone")[0]
    for _ in range(GAMES_BEFORE - Scoresheet.objects.filter(player=player).count()):
        create_scoresheet(player, opponent)
    Game.objects.with_player(player).unfinished().update(finished_at=clock.now(), winner=0)
    return player


def create_club(name: str, owner: Player, **members: str) -> Club:
    """Return a club with members by name, each with a role."""
    club = found(player=owner, name=name, about="We play on Tuesdays.")
    for member, role in members.items():
        add_member(club, create_account(member), role)
    return club


def add_member(club: Club, player: Player, role: str = Role.MEMBER) -> Membership:
    return Membership.objects.create(club=club, player=player, role=role, since=clock.now())


def roles_in(club: Club) -> dict[str, str]:
    members = Membership.objects.filter(club=club).order_by("pk")
    return dict(members.values_list("player__username", "role"))


def code_of(doing: Callable[[], Any]) -> str:
    """Return the code of the refusal that a call raises."""
    with pytest.raises(Refusal) as fault:
        doing()
    assert fault.value.says
    return fault.value.code


def told(player: Player, kind: str = "invitation") -> list[dict[str, Any]]:
    """Return a player's notifications of this kind, newest first."""
    for notice in Notice.objects.filter(player=player):
        assert describe(notice)  # notifications also go out by push and mail
    notices = load_notices({player.pk})[0].get(player.pk, [])
    return [notice for notice in notices if notice["kind"] == kind]
