"""The coach speaks to the players of a finished, reviewed game, and sends them to a drill of the trainer."""

import asyncio
from datetime import timedelta
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from common import clock
from game.engine.state import Rules, Seat
from game.models import Game, Player, Review, Secrets
from study.coach.choosing import Mistake, choose_remarks
from study.coach.choosing import find_mistakes as find_remarks
from study.coach.drills import find_drill
from study.coach.moments import find_moments
from study.coach.sentences import describe_remark
from study.review import queue
from study.review.judge.game import judge_game
from study.review.requests import request_review
from study.same_cards.inviting import invite
from study.trainer import judging
from study.trainer.mistakes import find_mistakes
from study.trainer.models import Exercise
from tests.worlds.accounts import create_account
from tests.worlds.finished_games import create_finished_game
from tests.worlds.same_cards import create_played_game
from tests.worlds.tables import create_game

# The queue works in threads of its own, which must see the data of a test.
at_work = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann(db: None) -> Player:
    return create_account("Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return create_account("Bob")


def as_(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def ask(client: Client, game: Game, language: str = "en") -> Any:
    answer = client.get(f"/api/games/{game.pk}/coach", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def game(ann: Player, bob: Player) -> Game:
    """Return a finished game in which Ann made a mistake for the trainer; occasionally a game has none."""
    while True:
        game = create_finished_game(Rules(61), players=(ann, bob))
        if find_mistakes(judge_game(queue.load_record(game.pk)), Seat.A):
            return game


@pytest.fixture
def reviewed(game: Game) -> Game:
    queue.save_out_of_turn(game.pk, judge_game(queue.load_record(game.pk)))
    return game


@pytest.mark.slow
@at_work
def test_a_player_goes_from_the_game_to_the_drill(ann: Player, game: Game):
    client = as_(ann)
    request_review(game)
    assert ask(client, game) == {"waiting": True, "remarks": []}
    asyncio.run(queue.run_queue())
    remarks = ask(client, game)["remarks"]
    assert 1 <= len(remarks) <= 3
    (drill,) = [remark["drill"] for remark in remarks if remark["drill"]]
    url = urlsplit(drill["url"])
    assert (url.path, parse_qs(url.query)["game"]) == ("/train", [game.pk])
    assert client.get(drill["url"]).status_code == 200
    assert client.post(f"/api/train?{url.query}", "{}", "application/json").json()["waiting"]
    asyncio.run(judging.judge_waiting())
    shown = client.get(f"/api/train?{url.query}").json()
    if shown["next"]:  # judged with more hands, it may be no mistake
        assert {*parse_qs(url.query).get("tag", [])} <= {*shown["next"]["tags"]}
        assert Exercise.objects.get(pk=shown["next"]["id"]).game_id == game.pk


@pytest.mark.slow
def test_each_sentence_is_the_reviews_own_and_leads_to_its_move(ann: Player, bob: Player, reviewed: Game):
    review = Review.objects.get(pk=reviewed.pk).judged
    assert review
    for player, seat in ((ann, Seat.A), (bob, Seat.B)):
        remarks = choose_remarks(find_moments(review, seat, queue.load_record(reviewed.pk)))
        told = ask(as_(player), reviewed)["remarks"]
        assert [each["says"] for each in told] == [describe_remark(remark) for remark in remarks]
        places = {decision["ply"] + 1: decision for decision in review["decisions"]}
        for each, remark in zip(told, remarks, strict=True):
            if isinstance(remark, Mistake):
                decision = places[each["ply"]]
                assert (decision["seat"], decision["deal"]) == (seat, each["deal"])
                assert decision["lost"] >= 10_000


@pytest.mark.slow
def test_the_coach_speaks_the_readers_language(ann: Player, reviewed: Game):
    english, french = (ask(as_(ann), reviewed, language)["remarks"] for language in ("en", "fr"))
    assert [each["ply"] for each in english] == [each["ply"] for each in french]
    assert all(one["says"] != other["says"] for one, other in zip(english, french, strict=True))
    assert any(each["drill"] and each["drill"]["says"].startswith("S’entraîner") for each in french)


@pytest.mark.slow
class TestTheDrill:
    def drill(self, player: Player, game: Game) -> Any:
        drills = [each["drill"] for each in ask(as_(player), game)["remarks"] if each["drill"]]
        assert len(drills) <= 1
        return drills[0]["url"] if drills else None

    def collect(self, player: Player) -> None:
        as_(player).post("/api/train", "{}", "application/json")

    def test_is_another_games_once_this_ones_are_answered(self, ann: Player, reviewed: Game):
        assert f"game={reviewed.pk}" in self.drill(ann, reviewed)
        self.collect(ann)
        assert f"game={reviewed.pk}" in self.drill(ann, reviewed)
        Exercise.objects.update(due_on=clock.now().date() + timedelta(days=1))
        assert self.drill(ann, reviewed) is None
        earlier = create_finished_game(Rules(61), players=(ann, create_account("Cy")))
        Exercise.objects.create(
            player=ann, game=earlier, ply=2, added_at=clock.now(), judged_at=clock.now(),
            due_on=clock.now().date(), tags=["own crib", "their crib", "lead", "pairing", "endgame"],
        )  # fmt: skip
        found = self.drill(ann, reviewed)
        assert found is None or ("tag=" in found and "game=" not in found)

    def test_is_none_where_the_trainer_dropped_it(self, ann: Player, reviewed: Game):
        self.collect(ann)
        Exercise.objects.update(is_dropped=True)
        assert self.drill(ann, reviewed) is None

    def test_is_none_while_a_friend_may_play_the_cards(self, ann: Player):
        games = (create_played_game(ann, seed=seed) for seed in count(1))
        records = ((game, queue.load_record(game.pk)) for game in games)
        judged = ((game, record, judge_game(record)) for game, record in records)
        game, record, review = next(each for each in judged if find_mistakes(each[2], Seat.A))
        remarks = find_remarks(find_moments(review, Seat.A, record))
        assert find_drill(ann, game, Seat.A, review, remarks)
        invite(game, ann)
        assert find_drill(ann, game, Seat.A, review, remarks) is None

    def test_is_none_for_a_guest_and_in_a_game_called_off(self, ann: Player, reviewed: Game):
        Game.objects.filter(pk=reviewed.pk).update(voided_at=clock.now())
        assert self.drill(ann, reviewed) is None
        Game.objects.filter(pk=reviewed.pk).update(voided_at=None)
        Player.objects.filter(pk=ann.pk).update(is_guest=True)
        assert self.drill(ann, reviewed) is None


class TestWhoIsTold:
    @pytest.mark.slow
    def test_only_the_players_of_the_game(self, reviewed: Game):
        nothing = {"waiting": False, "remarks": []}
        assert ask(Client(), reviewed) == nothing
        assert ask(as_(create_account("Cy")), reviewed) == nothing

    def test_no_one_while_it_lives(self, ann: Player, bob: Player):
        live = create_game(players=(ann, bob))
        answer = as_(ann).get(f"/api/games/{live.pk}/coach")
        assert (answer.status_code, answer.json()["error"]) == (409, "not_over")
        assert as_(ann).get("/api/games/nosuchgame/coach").json()["error"] == "no_game"
        assert as_(ann).post(f"/api/games/{live.pk}/coach", "{}", "application/json").status_code == 405

    @pytest.mark.slow
    def test_no_player_in_a_rated_game(self, ann: Player, bob: Player, reviewed: Game):
        create_game(players=(ann, create_account("Cy")), rated=True)
        assert ask(as_(ann), reviewed) == {"waiting": False, "remarks": []}
        assert ask(as_(bob), reviewed)["remarks"]

    @pytest.mark.slow
    def test_no_one_whose_game_could_not_be_reviewed(self, ann: Player, reviewed: Game):
        Review.objects.update(judged=None)
        assert ask(as_(ann), reviewed) == {"waiting": False, "remarks": []}

    @pytest.mark.slow
    def test_no_one_while_the_secrets_cannot_be_read(self, ann: Player, reviewed: Game):
        Secrets.objects.filter(game=reviewed).update(sealed="torn")
        answer = as_(ann).get(f"/api/games/{reviewed.pk}/coach")
        assert answer.json()["error"] in ("broken", "locked")
