"""Due exercises are shown without the answer, answered once a day, and private."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from common import clock
from game.engine.state import Rules
from game.models import Game, Player, Review, Secrets
from people.settings.deletion import delete_account
from study.review import queue
from study.review.requests import request_review
from study.trainer import judging
from study.trainer.collecting import collect
from study.trainer.mistakes import find_mistakes
from study.trainer.models import Exercise, Trainee
from tests.worlds.accounts import create_account
from tests.worlds.exercises import create_exercise, judged_throw
from tests.worlds.finished_games import create_finished_game
from tests.worlds.tables import create_game

in_rows = pytest.mark.django_db
at_work = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


@pytest.fixture
def ann(db: None) -> Player:
    return create_account("Ann")


@pytest.fixture
def client(ann: Player) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def game_of(player: Player) -> Game:
    """Return a finished game of a player."""
    game = create_finished_game(Rules(61))
    Game.objects.filter(pk=game.pk).update(seat_a=player)
    game.refresh_from_db()
    return game


def call(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, json.dumps(body), "application/json")


def reply(client: Client, exercise: Exercise, cards: list[str]) -> dict[str, Any]:
    told = call(client, f"/api/train/{exercise.pk}", cards=cards)
    assert told.status_code == 200
    return dict(told.json())


@at_work
class TestOnesMistakes:
    @pytest.fixture
    def reviewed(self, ann: Player) -> Game:
        """Return a game in which Ann made a mistake; occasionally a game has none."""
        while True:
            game = game_of(ann)
            request_review(game)
            asyncio.run(queue.run_queue())
            if find_mistakes(Review.objects.get(pk=game.pk).judged, 0):
                return game

    @pytest.mark.slow
    def test_nothing_is_collected_unasked(self, reviewed: Game):
        assert not Exercise.objects.exists()

    @pytest.mark.slow
    def test_they_are_collected_when_asked_judged_and_shown(
        self, ann: Player, client: Client, reviewed: Game
    ):
        wanted = find_mistakes(Review.objects.get(pk=reviewed.pk).judged, 0)
        assert wanted
        told = call(client, "/api/train").json()
        assert (told["waiting"], told["due"], told["next"]) == (len(wanted), 0, None)
        asyncio.run(judging.judge_waiting())
        kept = Exercise.objects.filter(player=ann, is_dropped=False)
        assert kept.count() + Exercise.objects.filter(is_dropped=True).count() == len(wanted)
        told = client.get("/api/train").json()
        assert (told["waiting"], told["due"]) == (0, kept.count())
        collect(ann)
        assert Exercise.objects.count() == len(wanted), "none is added twice, and none that was dropped"

    @pytest.mark.slow
    def test_exercise_that_cannot_be_judged_is_dropped(self, ann: Player, reviewed: Game, caplog: Any):
        collect(ann)
        Secrets.objects.filter(game=reviewed).update(sealed="torn")
        asyncio.run(judging.judge_waiting())
        assert not Exercise.objects.filter(is_dropped=False).exists()
        assert not Exercise.objects.filter(judged_at=None).exists()

    @pytest.mark.slow
    def test_a_process_that_died_loses_none(self, ann: Player, reviewed: Game):
        collect(ann)
        first = judging.claim_next()
        assert first is not None
        taken = [one.pk for one in iter(judging.claim_next, None)]
        assert first.pk not in taken
        Exercise.objects.update(taken_at=clock.now() - judging.LEASE - DAY)
        again = judging.claim_next()
        assert again is not None
        assert again.pk == first.pk

    @pytest.mark.slow
    def test_one_that_kills_every_process_is_given_up(self, ann: Player, reviewed: Game):
        collect(ann)
        Exercise.objects.update(tries=judging.MAX_TRIES)
        assert judging.claim_next() is None
        assert not Exercise.objects.filter(is_dropped=False).exists()


@in_rows
class TestAnExercise:
    @pytest.fixture
    def exercise(self, ann: Player) -> Exercise:
        return create_exercise(ann, game_of(ann))

    def test_is_shown_without_its_answer(self, client: Client, exercise: Exercise):
        shown = client.get("/api/train").json()["next"]
        assert {*shown} == {"id", "seat", "view", "tags", "box"}
        assert sorted(shown["view"]["hand"]) == sorted(["5H", "5C", "6S", "7D", "KD", "QH"])
        assert shown["view"]["show"] is None

    def test_right_goes_a_box_up_and_wrong_to_the_first(self, client: Client, exercise: Exercise):
        best, worst = exercise.lines[0]["cards"], exercise.lines[-1]["cards"]
        today = clock.now().date()
        told = reply(client, exercise, best)
        assert (told["right"], told["lost"], told["box"]) == (True, 0, 1)
        assert told["due_on"] == (today + DAY).isoformat()
        assert told["made"] == judged_throw().made
        assert len(told["lines"]) == 15
        Exercise.objects.update(box=3, due_on=today)
        told = reply(client, exercise, worst)
        assert (told["right"], told["box"]) == (False, 1)
        exercise.refresh_from_db()
        assert (exercise.tried, exercise.right) == (2, 1)

    def test_answered_again_on_its_day_it_moves_once(self, client: Client, exercise: Exercise):
        first = reply(client, exercise, exercise.lines[0]["cards"])
        second = reply(client, exercise, exercise.lines[-1]["cards"])
        assert (second["box"], second["due_on"]) == (first["box"], first["due_on"])
        exercise.refresh_from_db()
        assert (exercise.box, exercise.tried) == (1, 1)

    @pytest.mark.parametrize("cards", [[], ["5H"], ["5H", "5H"], ["5H", "AS"], ["5H", "5C", "6S"]])
    def test_impossible_answer_is_refused(self, client: Client, exercise: Exercise, cards: list[str]):
        assert call(client, f"/api/train/{exercise.pk}", cards=cards).status_code == 400
        exercise.refresh_from_db()
        assert exercise.tried == 0

    def test_other_players_cannot_see_it(self, exercise: Exercise):
        other = Client()
        other.force_login(create_account("Bob"))
        assert call(other, f"/api/train/{exercise.pk}", cards=["5H", "5C"]).status_code == 404
        assert other.get("/api/train").json()["next"] is None

    def test_needs_an_account_and_no_rated_game(self, ann: Player, client: Client, exercise: Exercise):
        assert Client().get("/api/train").status_code == 403
        create_game(players=(ann, create_account("Bob")), rated=True)
        for told in (client.get("/api/train"), call(client, f"/api/train/{exercise.pk}", cards=["5H", "5C"])):
            assert (told.status_code, told.json()["error"]) == (403, "rated_game")

    @pytest.mark.slow
    def test_the_longest_due_comes_first_and_a_tag_or_a_game_chooses(self, ann: Player, client: Client):
        today, game = clock.now().date(), game_of(ann)
        for ply, late in ((4, 1), (6, 5), (8, -2)):
            create_exercise(ann, game, ply, today - late * DAY)
        Exercise.objects.filter(ply=6).update(tags=["lead", "endgame"])
        told = client.get("/api/train").json()
        assert (told["due"], told["due_here"]) == (2, 2)
        assert told["next"]["id"] == Exercise.objects.get(ply=6).pk
        assert told["tags"] == {"own crib": 0, "their crib": 1, "lead": 1, "pairing": 0, "endgame": 1}
        assert told["next_on"] == (today + 2 * DAY).isoformat()
        assert told["boxes"] == [3, 0, 0, 0, 0, 0]
        assert client.get("/api/train?tag=their crib").json()["next"]["id"] == Exercise.objects.get(ply=4).pk
        assert client.get("/api/train?tag=pairing").json()["next"] is None
        assert client.get(f"/api/train?game={game.pk}").json()["due_here"] == 2
        assert client.get("/api/train?game=another").json()["due_here"] == 0

    def test_goes_with_the_account(self, ann: Player, exercise: Exercise):
        Trainee.objects.create(player=ann, searched_until=clock.now())
        delete_account(ann)
        assert not Exercise.objects.exists()
        assert not Trainee.objects.exists()
