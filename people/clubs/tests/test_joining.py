"""Joining a club by its link, which expires, or by a request."""

from datetime import timedelta
from functools import partial

import pytest

from common import clock
from game.accounts.blocks import block
from game.accounts.guests import create_guest
from game.models import Player
from people.clubs import joining
from people.clubs.joining import (
    accept,
    ask,
    decline,
    join,
    make_link,
    revoke_link,
    waiting_requests,
    withdraw,
)
from people.clubs.models import Club, Invitation, JoinRequest
from people.clubs.tests.people import add_member, code_of, create_club, create_veteran, roles_in, told
from people.notices.models import Notice
from people.notices.sentences import describe

pytestmark = pytest.mark.django_db


class TestByLink:
    def test_anyone_with_the_link_joins(self, club: Club, dirk: Player, nora: Player):
        link = make_link(player=dirk, club=club)
        for _ in range(2):
            assert join(player=nora, token=link.token) == club
        assert roles_in(club)["Nora"] == "member"
        join(player=dirk, token=link.token)
        assert roles_in(club)["Dirk"] == "director"

    def test_a_request_is_answered_by_it(self, club: Club, dirk: Player, nora: Player):
        ask(player=nora, club=club)
        join(player=nora, token=make_link(player=dirk, club=club).token)
        assert waiting_requests(club) == []

    def test_a_new_one_takes_the_place_of_the_old_one(self, club: Club, dirk: Player, nora: Player):
        old = make_link(player=dirk, club=club).token
        new = make_link(player=dirk, club=club).token
        assert len(new) >= 24
        assert code_of(partial(join, player=nora, token=old)) == "too_late"
        revoke_link(player=dirk, club=club)
        for token in (new, "", "\0", "nothing"):
            assert code_of(partial(join, player=nora, token=token)) == "too_late"
        assert "Nora" not in roles_in(club)

    def test_it_expires(self, club: Club, dirk: Player, nora: Player):
        link = make_link(player=dirk, club=club)
        Invitation.objects.update(expires_at=clock.now() - timedelta(seconds=1))
        assert code_of(partial(join, player=nora, token=link.token)) == "too_late"

    def test_members_and_non_members_cannot_make_links(self, club: Club, mona: Player, nora: Player):
        for player in (mona, nora):
            assert code_of(partial(make_link, player=player, club=club)) == "not_yours"
            assert code_of(partial(revoke_link, player=player, club=club)) == "not_yours"

    def test_a_guest_needs_an_account(self, club: Club, dirk: Player):
        link = make_link(player=dirk, club=club)
        assert code_of(partial(join, player=create_guest(), token=link.token)) == "no_account"


class TestByAsking:
    @pytest.mark.slow
    def test_owners_and_directors_are_notified_and_accept(
        self, club: Club, olga: Player, dirk: Player, mona: Player, nora: Player
    ):
        for _ in range(2):
            ask(player=nora, club=club)
        for player in (olga, dirk):
            [notice] = told(player)
            expected = {"what": "asked", "by": "Nora", "title": "Night Owls", "url": "/club/night-owls"}
            assert notice.items() >= expected.items()
        assert told(mona) == []
        for _ in range(2):
            accept(player=dirk, club=club, asker=nora)
        assert roles_in(club)["Nora"] == "member"
        assert [notice["what"] for notice in told(nora)] == ["accepted"]
        assert code_of(partial(ask, player=nora, club=club)) == "too_late"

    def test_declined_player_may_ask_again_after_a_week(self, club: Club, dirk: Player, nora: Player):
        ask(player=nora, club=club)
        decline(player=dirk, club=club, asker=nora)
        assert [notice["what"] for notice in told(nora)] == ["declined"]
        assert waiting_requests(club) == []
        assert code_of(partial(ask, player=nora, club=club)) == "too_late"
        JoinRequest.objects.update(declined_at=clock.now() - timedelta(days=8))
        ask(player=nora, club=club)
        assert [request.player for request in waiting_requests(club)] == [nora]

    def test_withdrawn_request_cannot_be_answered(self, club: Club, dirk: Player, nora: Player):
        for answer in (accept, decline):
            assert code_of(partial(answer, player=dirk, club=club, asker=nora)) == "too_late"
        ask(player=nora, club=club)
        withdraw(player=nora, club=club)
        assert code_of(partial(accept, player=dirk, club=club, asker=nora)) == "too_late"

    def test_members_and_non_members_cannot_answer_requests(self, club: Club, mona: Player, nora: Player):
        ask(player=nora, club=club)
        for answer in (accept, decline):
            for player in (mona, nora):
                assert code_of(partial(answer, player=player, club=club, asker=nora)) == "not_yours"
        assert "Nora" not in roles_in(club)

    def test_a_block_prevents_no_membership_and_sends_no_notification(
        self, club: Club, olga: Player, dirk: Player, nora: Player
    ):
        block(player=dirk, other=nora)
        ask(player=nora, club=club)
        assert told(dirk) == []
        accept(player=olga, club=club, asker=nora)
        assert {"Dirk", "Nora"} <= {*roles_in(club)}


def test_each_notice_has_its_own_words(club: Club, dirk: Player, nora: Player):
    ask(player=nora, club=club)
    accept(player=dirk, club=club, asker=nora)
    said = {notice.parts["what"]: describe(notice) for notice in Notice.objects.all()}
    assert said == {
        "asked": "Nora asks to join Night Owls.",
        "accepted": "Night Owls let you in: you’re a member now.",
    }


class TestLimits:
    def test_full_club_admits_no_more_players(
        self, club: Club, dirk: Player, nora: Player, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(joining, "MAX_MEMBERS", 3)
        link = make_link(player=dirk, club=club)
        assert code_of(partial(join, player=nora, token=link.token)) == "full"
        ask(player=nora, club=club)
        assert code_of(partial(accept, player=dirk, club=club, asker=nora)) == "full"
        assert len(waiting_requests(club)) == 1

    def test_joining_too_many_clubs_is_refused(self, nora: Player, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(joining, "MAX_CLUBS", 1)
        owner = create_veteran("Olaf")
        one, other = create_club("One of two", owner), create_club("The other", owner)
        add_member(one, nora)
        assert code_of(partial(ask, player=nora, club=other)) == "too_many"

    def test_too_many_waiting_requests_are_refused(
        self, club: Club, nora: Player, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(joining, "MAX_WAITING", 0)
        assert code_of(partial(ask, player=nora, club=club)) == "too_many"
