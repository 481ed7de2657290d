"""Roles in a club. It always has an owner, even after owners leave or delete their accounts."""

from datetime import timedelta
from functools import partial

import pytest

from common import clock
from game.models import Player
from people.clubs.founding import found
from people.clubs.joining import ask, make_link
from people.clubs.models import Club, ClubReport, Invitation, JoinRequest, Membership
from people.clubs.reports import report
from people.clubs.roles import leave, remove, set_role
from people.clubs.tests.people import add_member, code_of, create_veteran, roles_in, told
from people.settings.deletion import delete_account
from tests.worlds.accounts import create_account

pytestmark = pytest.mark.django_db


class TestPromoting:
    def test_an_owner_makes_directors_and_owners(self, club: Club, olga: Player, mona: Player):
        for role in ("director", "owner", "owner"):
            set_role(player=olga, club=club, other=mona, role=role)
            assert roles_in(club)["Mona"] == role
        assert code_of(partial(set_role, player=olga, club=club, other=mona, role="member")) == "not_yours"
        set_role(player=olga, club=club, other=olga, role="member")
        assert roles_in(club)["Olga"] == "member"

    def test_only_owners_change_roles(self, club: Club, dirk: Player, mona: Player, nora: Player):
        for player in (dirk, mona, nora):
            assert (
                code_of(partial(set_role, player=player, club=club, other=mona, role="owner")) == "not_yours"
            )

    def test_only_owner_cannot_step_down(self, club: Club, olga: Player):
        assert code_of(partial(set_role, player=olga, club=club, other=olga, role="member")) == "not_yours"

    @pytest.mark.parametrize("role", ["", "king", "\0"])
    def test_unknown_role_is_refused(self, club: Club, olga: Player, mona: Player, role: str):
        assert code_of(partial(set_role, player=olga, club=club, other=mona, role=role)) == "bad_request"

    def test_non_member_cannot_get_a_role(self, club: Club, olga: Player, nora: Player):
        assert code_of(partial(set_role, player=olga, club=club, other=nora, role="director")) == "too_late"

    def test_player_who_owns_enough_clubs_cannot_be_made_an_owner(self, club: Club, olga: Player):
        rich = create_veteran("Rich")
        for letter in "ABC":
            found(player=rich, name=f"Club {letter}", about="")
        add_member(club, rich)
        assert code_of(partial(set_role, player=olga, club=club, other=rich, role="owner")) == "too_many"


class TestLeaving:
    def test_members_and_directors_just_leave(self, club: Club, dirk: Player, mona: Player):
        assert not leave(player=dirk, club=club)
        assert not leave(player=mona, club=club)
        assert roles_in(club) == {"Olga": "owner"}
        assert code_of(partial(leave, player=mona, club=club)) == "too_late"

    def test_only_owner_must_name_a_successor(self, club: Club, olga: Player, mona: Player):
        assert code_of(partial(leave, player=olga, club=club)) == "not_yours"
        set_role(player=olga, club=club, other=mona, role="owner")
        assert not leave(player=olga, club=club)
        assert roles_in(club) == {"Dirk": "director", "Mona": "owner"}

    def test_last_member_closes_the_club(self, club: Club, olga: Player, dirk: Player, mona: Player):
        for player in (dirk, mona):
            leave(player=player, club=club)
        assert leave(player=olga, club=club)
        club.refresh_from_db()
        assert club.closed_at is not None
        assert code_of(partial(leave, player=olga, club=club)) == "no_club"


class TestRemoving:
    def test_directors_remove_members_and_owners_directors_too(
        self, club: Club, olga: Player, dirk: Player, mona: Player
    ):
        make_link(player=olga, club=club)
        remove(player=dirk, club=club, other=mona)
        assert not Invitation.objects.exists()  # by which she could come back
        remove(player=olga, club=club, other=dirk)
        assert roles_in(club) == {"Olga": "owner"}

    def test_other_removals_are_refused(
        self, club: Club, olga: Player, dirk: Player, mona: Player, nora: Player
    ):
        add_member(club, create_account("Duke"), "director")
        duke = Player.objects.get(username="Duke")
        for player, other in ((dirk, duke), (dirk, olga), (mona, dirk), (nora, mona), (olga, olga)):
            assert code_of(partial(remove, player=player, club=club, other=other)) == "not_yours"
        assert code_of(partial(remove, player=dirk, club=club, other=nora)) == "too_late"
        assert len(roles_in(club)) == 4


class TestDeletedAccounts:
    def test_longest_serving_director_inherits(self, club: Club, olga: Player, dirk: Player):
        elder = create_account("Elder")
        add_member(club, elder, "director")
        Membership.objects.filter(player=elder).update(since=clock.now() - timedelta(days=900))
        delete_account(olga)
        assert roles_in(club) == {"Dirk": "director", "Mona": "member", "Elder": "owner"}
        [notice] = told(elder)
        assert notice.items() >= {"what": "owner", "title": "Night Owls", "url": "/club/night-owls"}.items()
        assert told(dirk) == []

    def test_without_directors_the_longest_serving_member_inherits(
        self, club: Club, olga: Player, dirk: Player, mona: Player
    ):
        delete_account(dirk)
        delete_account(olga)
        assert roles_in(club) == {"Mona": "owner"}

    def test_without_active_members_it_closes(self, club: Club, olga: Player, dirk: Player, mona: Player):
        for player in (dirk, mona, olga):
            delete_account(player)
        club.refresh_from_db()
        assert club.closed_at is not None

    def test_another_owner_needs_no_heir(self, club: Club, olga: Player, mona: Player):
        set_role(player=olga, club=club, other=mona, role="owner")
        delete_account(olga)
        assert roles_in(club) == {"Dirk": "director", "Mona": "owner"}

    def test_deleting_an_account_deletes_its_requests_and_report_texts(self, club: Club, nora: Player):
        ask(player=nora, club=club)
        report(player=nora, club=club, why="Nora’s words")
        delete_account(nora)
        assert not JoinRequest.objects.exists()
        assert ClubReport.objects.get().why == ""
