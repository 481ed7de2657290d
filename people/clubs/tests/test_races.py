"""Concurrent actions on a club: no place is given twice, and it always has an owner."""

from functools import partial

import pytest

from game.models import Player
from people.clubs import joining
from people.clubs.founding import found
from people.clubs.joining import accept, ask, join, make_link
from people.clubs.models import Club, Invitation, JoinRequest, Membership
from people.clubs.roles import leave, remove, set_role
from people.clubs.tests.people import add_member, create_club, create_veteran, roles_in
from people.settings.deletion import delete_account
from tests.worlds.accounts import create_account
from tests.worlds.threads import at_once

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


@pytest.fixture
def crowd(db: None) -> list[Player]:
    return [create_account(f"Player-{letter}") for letter in "ABCD"]


def has_owner(club: Club) -> bool:
    club.refresh_from_db()
    return club.closed_at is not None or "owner" in roles_in(club).values()


@pytest.mark.slow
def test_concurrent_joins_fill_the_last_place_once(
    crowd: list[Player], olga: Player, club: Club, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(joining, "MAX_MEMBERS", 4)
    token = make_link(player=olga, club=club).token
    for _ in range(ROUNDS):
        came_of_it = at_once(*[partial(join, player=player, token=token) for player in crowd])
        assert came_of_it.count("full") == len(crowd) - 1
        assert Membership.objects.filter(club=club).count() == 4
        Membership.objects.filter(player__in=crowd).delete()


@pytest.mark.slow
def test_concurrent_joins_of_one_player_make_one_member(crowd: list[Player], olga: Player, club: Club):
    token = make_link(player=olga, club=club).token
    ask(player=crowd[0], club=club)
    at_once(
        *[partial(join, player=crowd[0], token=token)] * 3,
        partial(accept, player=olga, club=club, asker=crowd[0]),
        partial(ask, player=crowd[0], club=club),
    )
    assert Membership.objects.filter(club=club, player=crowd[0]).count() == 1
    assert not JoinRequest.objects.exists()


@pytest.mark.slow
def test_revoked_link_admits_no_one(crowd: list[Player], olga: Player, club: Club):
    for _ in range(ROUNDS):
        token = make_link(player=olga, club=club).token
        at_once(
            partial(joining.revoke_link, player=olga, club=club),
            *[partial(join, player=player, token=token) for player in crowd],
        )
        assert not Invitation.objects.exists()
        came_of_it = at_once(*[partial(join, player=player, token=token) for player in crowd])
        assert came_of_it == ["too_late"] * len(crowd)
        Membership.objects.filter(player__in=crowd).delete()


@pytest.mark.slow
def test_concurrent_joins_stay_within_the_club_limit(
    crowd: list[Player], olga: Player, club: Club, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(joining, "MAX_CLUBS", 1)
    other = found(player=olga, name="Another", about="")
    tokens = [make_link(player=olga, club=one).token for one in (club, other)]
    for player in crowd:
        came_of_it = at_once(*[partial(join, player=player, token=token) for token in tokens])
        assert came_of_it.count("too_many") == 1
        assert Membership.objects.filter(player=player).count() == 1


@pytest.mark.slow
def test_the_only_owner_leaves_while_another_is_promoted(olga: Player, club: Club, mona: Player):
    for _ in range(ROUNDS):
        at_once(
            partial(leave, player=olga, club=club),
            partial(set_role, player=olga, club=club, other=mona, role="owner"),
            partial(leave, player=mona, club=club),
        )
        assert has_owner(club)
        Membership.objects.filter(club=club, player__in=(olga, mona)).delete()
        add_member(club, olga, "owner")
        add_member(club, mona)


@pytest.mark.slow
def test_two_owners_leave_at_once(olga: Player, club: Club, mona: Player):
    for _ in range(ROUNDS):
        Membership.objects.filter(player=mona).update(role="owner")
        came_of_it = at_once(partial(leave, player=olga, club=club), partial(leave, player=mona, club=club))
        assert sorted(map(str, came_of_it)) == ["False", "not_yours"]
        assert has_owner(club)
        Membership.objects.filter(club=club, player__in=(olga, mona)).delete()
        add_member(club, olga, "owner")
        add_member(club, mona)


@pytest.mark.slow
def test_accounts_are_deleted_during_other_actions(db: None):
    for number in range(ROUNDS):
        owner = create_veteran(f"Owner-{number}")
        club = create_club(f"Club {'ABCDE'[number]}", owner)
        heir, other, asker = (create_account(f"{name}-{number}") for name in ("Heir", "Other", "Asker"))
        add_member(club, heir, "director")
        add_member(club, other)
        ask(player=asker, club=club)
        at_once(
            partial(delete_account, owner),
            partial(delete_account, heir),
            partial(accept, player=heir, club=club, asker=asker),
            partial(set_role, player=owner, club=club, other=other, role="owner"),
            partial(remove, player=heir, club=club, other=other),
        )
        assert has_owner(club)
        gone = Player.objects.filter(is_active=False)
        assert not Membership.objects.filter(player__in=gone).exists()


@pytest.mark.slow
def test_concurrent_foundings_of_one_name_make_one_club(db: None):
    founders = [create_veteran(name) for name in ("Ada", "Bea", "Cleo")]
    came_of_it = at_once(*[partial(found, player=one, name="Night Owls", about="") for one in founders])
    assert came_of_it.count("bad_request") == len(founders) - 1
    assert Club.objects.count() == 1
