"""Links whose owners commit ahead, and guests with nicknames."""

from datetime import timedelta
from typing import Any

import pytest

from common import clock
from game.accounts.names import likeness
from game.lobby import friends, seeks
from game.lobby.pairing import GameSettings
from game.lobby.tests.test_pages import send
from game.lobby.tests.test_seeks import code_of, refused
from game.models import Game, Player, Seek
from game.table.clocks.time_control import AHEAD_START_TIMEOUT
from tests.worlds.lobby import call_api, call_api_ok
from tests.worlds.local_visitors import LocalVisitor, local_account, name_of

pytestmark = pytest.mark.django_db

C, OTHER = "c" * 64, "d" * 64


def link_of(player: Player, **settings: Any) -> seeks.Placement:
    return seeks.challenge_by_link(player=player, settings=GameSettings(**settings))


class TestCommittingAhead:
    def test_the_game_begins_with_it_and_waits_for_a_week(self, ann: Player, bob: Player):
        link = link_of(ann, clock="quick")
        before = clock.milliseconds()
        friends.commit_ahead(seek_id=link.game, player=ann, commitment=C)
        game = seeks.join(code=code_of(link), player=bob)
        assert (game.commitment_a, game.commitment_b, game.committed_ahead) == (C, "", True)
        assert game.deadline is not None
        assert 0 <= game.deadline - before - AHEAD_START_TIMEOUT < 60_000

    def test_without_it_a_game_begins_as_ever(self, ann: Player, bob: Player):
        game = seeks.join(code=code_of(link_of(ann, clock="quick")), player=bob)
        assert (game.commitment_a, game.committed_ahead) == ("", False)

    def test_it_is_set_once_and_a_resend_succeeds_after_the_link_was_used(self, ann: Player, bob: Player):
        link = link_of(ann)
        for _ in range(2):
            friends.commit_ahead(seek_id=link.game, player=ann, commitment=C)
        again = {"seek_id": link.game, "player": ann, "commitment": OTHER}
        assert refused(friends.commit_ahead, **again)[0] == "committed"
        seeks.join(code=code_of(link), player=bob)
        friends.commit_ahead(seek_id=link.game, player=ann, commitment=C)
        assert refused(friends.commit_ahead, **again)[0] == "committed"
        assert Game.objects.get().commitment_a == C

    def test_a_commitment_for_a_used_link_is_too_late(self, ann: Player, bob: Player):
        link = link_of(ann)
        seeks.join(code=code_of(link), player=bob)
        late = refused(friends.commit_ahead, seek_id=link.game, player=ann, commitment=C)
        assert late[0] == "too_late"
        assert Game.objects.get().commitment_a == ""

    def test_only_the_owner_of_a_link_commits_with_it(self, ann: Player, bob: Player):
        link, open_to_all = link_of(ann), seeks.seek_anyone(player=bob, settings=GameSettings())
        for place in (link, open_to_all):
            fault = refused(friends.commit_ahead, seek_id=place.game, player=bob, commitment=C)
            assert fault[0] == "not_yours"
        assert not Seek.objects.exclude(commitment="").exists()

    def test_a_link_to_a_rated_game_with_a_clock_cannot_commit_ahead(self, ann: Player):
        quick, daily = (link_of(ann, rated=True, clock=kind) for kind in ("quick", "relaxed"))
        fault = refused(friends.commit_ahead, seek_id=quick.game, player=ann, commitment=C)
        assert fault[0] == "bad_request"
        friends.commit_ahead(seek_id=daily.game, player=ann, commitment=C)

    @pytest.mark.slow
    def test_over_the_api(self):
        owner = LocalVisitor()
        link = call_api_ok(owner, "games", against="link")
        path = f"seeks/{link['game']}/commitment"
        assert call_api(LocalVisitor(), path, c=C)[0] == 403
        assert call_api(owner, path, c="short")[0] == 400
        assert call_api(owner, path, c=C) == (200, {})
        status, fault = call_api(owner, path, c=OTHER)
        assert (status, fault["error"]) == (409, "committed")

    def test_the_owner_gets_a_notice_that_the_friend_joined(self, ann: Player, bob: Player):
        link = link_of(ann)
        friends.commit_ahead(seek_id=link.game, player=ann, commitment=C)
        assert [open_link.pk for open_link in friends.open_links(ann)] == [link.game]
        game = seeks.join(code=code_of(link), player=bob)
        assert list(friends.games_waiting_for(ann)) == [game]
        assert not friends.games_waiting_for(bob).exists()
        assert not friends.open_links(ann).exists()
        Game.objects.update(secret_a=C)
        assert not friends.games_waiting_for(ann).exists()


class TestThePages:
    def test_one_button_makes_a_link_that_stays_open_for_a_week(self):
        owner = LocalVisitor()
        status, room = send(owner, "/friend")
        seek = Seek.objects.get()
        assert (status, seek.clock, seek.target, seek.rated) == (200, "none", 121, False)
        assert seek.expires_at - seek.created_at == timedelta(weeks=1)
        for words in ("Send this link to your friend", f"/join/{seek.code}", f'data-game="{seek.pk}"'):
            assert words in room
        assert "Your open links" in owner.get("/friend")[1]

    def test_chosen_settings_remain_if_a_name_is_refused(self):
        status, page = send(LocalVisitor(), "/friend", nickname="x", target="61", clock="relaxed")
        assert (status, Seek.objects.count(), Player.objects.filter(is_guest=True).count()) == (400, 0, 0)
        for words in ("at least 3 letters", 'value="61" checked', 'value="relaxed" checked', 'value="x"'):
            assert words in page

    @pytest.mark.slow
    def test_a_used_link_leads_its_players_to_their_table_and_then_to_the_replay(self):
        owner, friend = LocalVisitor(), LocalVisitor()
        send(owner, "/friend")
        seek = Seek.objects.get()
        call_api_ok(owner, f"seeks/{seek.pk}/commitment", c=C)
        send(friend, f"/join/{seek.code}")
        assert f'data-game="{seek.pk}"' in owner.get(f"/join/{seek.code}")[1]
        assert "sat down." in owner.get("/friend")[1]
        Game.objects.update(finished_at=clock.now(), ended="void", deadline=None)
        answer = owner.client.get(f"/join/{seek.code}")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/game/{seek.pk}")


class TestNicknames:
    def make_link(self, nickname: str, visitor: LocalVisitor | None = None) -> tuple[LocalVisitor, str]:
        owner = visitor or LocalVisitor()
        page = send(owner, "/friend", nickname=nickname)[1]
        return owner, page

    @pytest.mark.slow
    def test_a_guest_is_shown_by_it_and_marked_as_a_guest(self):
        owner, _ = self.make_link("Annie")
        guest = Player.objects.get(is_guest=True)
        assert (guest.shown_name, guest.username[:6]) == ("Annie (guest)", "Guest-")
        friend, path = LocalVisitor(), f"/join/{Seek.objects.get().code}"
        assert "Annie (guest) wants to play cribbage with you" in friend.get(path)[1]
        assert "Annie (guest) v Bobby (guest)" in send(friend, path, nickname="Bobby")[1]
        assert 'value="Annie"' in owner.get("/friend")[1], "it is remembered"

    @pytest.mark.parametrize(
        ("nickname", "says"),
        [
            ("Ann3tte", "An account has this name"),  # looks like Annette
            ("Moderator", "reserved"),
            ("Novice", "reserved"),
            ("Ann (admin)", "letters A to Z"),
            ("<b>Ann</b>", "letters A to Z"),
            ("A" * 21, "at most 20"),
        ],
    )
    def test_a_nickname_must_be_a_valid_account_name(self, nickname: str, says: str):
        Player.objects.create(username="Annette", likeness=likeness("Annette"))
        assert says in self.make_link(nickname)[1]
        assert not Seek.objects.exists()

    def test_an_account_keeps_its_name(self):
        account = local_account()
        self.make_link("Annie", account)
        player = Player.objects.get(username=name_of(account))
        assert (player.nickname, player.shown_name) == ("", player.username)

    @pytest.mark.slow
    def test_it_changes_a_few_times_only(self):
        owner = LocalVisitor()
        for n in range(11):
            self.make_link(f"Annie{n}", owner)
            Seek.objects.all().delete()
        assert Player.objects.get(is_guest=True).nickname == "Annie9"
