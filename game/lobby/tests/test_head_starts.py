"""Games with a head start: who may offer them, how they are played, and how they are rated."""

import json
from typing import Any

import pytest
from django.test import Client

from game.engine.state import Seat
from game.ladder.audit import find_differences as ladder_differences
from game.lobby import rematch, seeks
from game.lobby.display.settings_text import describe_invitation, describe_own_link
from game.lobby.pairing import GameSettings
from game.lobby.tests.test_seeks import code_of, refused
from game.models import Game, Player, Seek
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from ranking.audit import find_differences as ranking_differences
from ranking.models import Change, Kind, Standing

pytestmark = pytest.mark.django_db


def settings_of(ahead: int, **more: Any) -> GameSettings:
    return GameSettings(clock="quick", ahead=ahead, **more)


def give_points(player: Player, points: int) -> None:
    Standing.objects.update_or_create(player=player, kind=Kind.PEOPLE, defaults={"points": points})


def begin(player: Player, to: Player, settings: GameSettings) -> Game:
    seeks.challenge(player=player, to=to, settings=settings)
    return seeks.accept(seek_id=Seek.objects.get().pk, player=to)


def finish(game: Game, winner: Seat) -> None:
    Game.objects.filter(pk=game.pk).update(
        score_a=121 if winner is Seat.A else 80, score_b=121 if winner else 80
    )
    write_results({game.pk: Result(winner, 2, "played", deals=9)})


class TestTheGame:
    @pytest.mark.parametrize(("ahead", "start"), [(9, [9, 0]), (-9, [0, 9]), (12, [12, 0])])
    def test_it_starts_where_the_challenge_said(self, ann: Player, bob: Player, ahead: int, start: list[int]):
        game = begin(ann, bob, settings_of(ahead))
        assert json.loads(game.params)["rules"]["start"] == start
        assert game.transcript == f"121 auto start={start[0]}-{start[1]}"
        assert [game.score_a, game.score_b] == list(game.start) == start

    def test_without_a_head_start_params_and_transcript_are_unchanged(self, ann: Player, bob: Player):
        game = begin(ann, bob, settings_of(0))
        assert json.loads(game.params)["rules"] == {"target": 121, "counting": "auto", "clock": "quick"}
        assert (game.transcript, game.has_head_start) == ("121 auto", False)

    def test_a_friend_by_link_may_be_given_holes(self, ann: Player, bob: Player):
        link = seeks.challenge_by_link(player=ann, settings=settings_of(-9))
        assert seeks.join(code=code_of(link), player=bob).start == (0, 9)

    def test_two_challenges_to_the_same_game_start_it(self, ann: Player, bob: Player):
        seeks.challenge(player=ann, to=bob, settings=settings_of(-9))
        assert seeks.challenge(player=bob, to=ann, settings=settings_of(-9)).waiting
        assert not seeks.challenge(player=bob, to=ann, settings=settings_of(9)).waiting
        assert Game.objects.get().start == (0, 9)

    def test_a_rematch_keeps_the_head_start_in_either_order(self, ann: Player, bob: Player):
        game = begin(ann, bob, settings_of(-9, best_of=3))
        finish(game, Seat.B)
        for player in (bob, ann):
            rematch.request_rematch(game_id=game.pk, player=player)
        again = Game.objects.exclude(pk=game.pk).get()
        assert (again.start, again.seat_a, again.best_of) == ((0, 9), ann, 3)


class TestWhoMayOfferOne:
    @pytest.mark.parametrize("against", ["anyone", "novice", "Master"])
    def test_a_head_start_needs_a_challenge_or_a_link(self, ann: Player, against: str):
        assert ask(ann, against=against, ahead=3)[0] == 400

    @pytest.mark.parametrize("ahead", [13, -13, 0.5, "nine"])
    def test_by_twelve_holes_at_most(self, ann: Player, bob: Player, ahead: object):
        assert ask(ann, against="Bob", ahead=ahead)[0] == 400

    def test_a_link_is_not_rated_with_it(self, ann: Player):
        status, body = ask(ann, against="link", ahead=3, rated=True)
        assert (status, "by name" in body["says"]) == (400, True)

    def test_over_the_api(self, ann: Player, bob: Player):
        status, _ = ask(ann, against="Bob", ahead=-9, clock="quick")
        assert (status, Seek.objects.get().ahead) == (201, -9)

    @pytest.mark.parametrize(("ann_has", "ahead"), [(1500, 3), (1600, 6), (1600, -5), (1600, -7), (1400, 5)])
    def test_rated_only_with_the_holes_that_make_it_even(
        self, ann: Player, bob: Player, ann_has: int, ahead: int
    ):
        """Otherwise a strong player could farm the difference: points are exchanged as between equals."""
        give_points(ann, ann_has)
        code, _ = refused(seeks.challenge, player=ann, to=bob, settings=settings_of(ahead, rated=True))
        assert code == "bad_request"


def ask(player: Player, **body: Any) -> tuple[int, dict[str, Any]]:
    client = Client()
    client.force_login(player)
    answer = client.post("/api/games", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


class TestPoints:
    def test_it_is_rated_as_between_equals(self, ann: Player, bob: Player):
        give_points(ann, 1600)
        game = begin(ann, bob, settings_of(-6, rated=True))
        finish(game, Seat.A)
        changes = {one.player_id: one for one in Change.objects.all()}
        assert (changes[ann.pk].change, changes[bob.pk].change) == (21, -21)
        assert all(one.even for one in changes.values())
        assert (changes[ann.pk].opponents, changes[bob.pk].opponents) == (1500, 1600)
        assert "head start" in changes[ann.pk].why

    def test_a_game_without_one_is_rated_by_the_points(self, ann: Player, bob: Player):
        give_points(ann, 1600)
        finish(begin(ann, bob, settings_of(0, rated=True)), Seat.A)
        assert [one.change for one in Change.objects.filter(player=ann)] == [17]
        assert not Change.objects.filter(even=True).exists()

    @pytest.mark.slow
    def test_the_audits_find_it_right_and_a_changed_record_wrong(self, ann: Player, bob: Player):
        give_points(ann, 1600)
        finish(begin(ann, bob, settings_of(-6, rated=True)), Seat.A)
        assert list(ladder_differences(progress=print)) == []
        own = [
            one for one in ranking_differences(mend=False, progress=lambda n: None) if one.field == "change"
        ]
        assert own == []
        Change.objects.update(even=False)
        assert {one.field for one in ladder_differences(progress=lambda n: None)} == {"even"}
        wrong = ranking_differences(mend=False, progress=lambda n: None)
        assert [(one.stored, one.expected) for one in wrong if one.field == "change"] == [
            (21, 17),
            (-21, -17),
        ]

    def test_the_due_head_start_is_shown(self, ann: Player, bob: Player):
        give_points(ann, 1600)
        client = Client()
        client.force_login(ann)
        assert client.get("/api/players/Bob/head-start").json() == {"ahead": {"121": -6, "61": -4}}
        assert Client().get("/api/players/Bob/head-start").json() == {"ahead": None}
        assert client.get("/api/players/Nobody/head-start").status_code == 404


def test_an_invitation_shows_the_head_start():
    theirs, own = GameSettings(ahead=-9), GameSettings(ahead=1)
    assert describe_invitation(theirs, "Ann")[1] == "You start 9 holes ahead."
    assert describe_invitation(own, "Ann")[1] == "Ann starts 1 hole ahead."
    assert describe_own_link(theirs)[1] == "Your friend starts 9 holes ahead."
    assert describe_own_link(own)[1] == "You start 1 hole ahead."
