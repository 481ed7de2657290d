"""Reviews are queued, made in the background, and stored: by one process each, with limited retries."""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from game.engine.moves import Resign
from game.engine.state import Rules, Seat
from game.engine.tally import Sheet
from game.models import Game, Player, Review, Scoresheet, Secrets
from game.runtime.worker_pool import background
from game.table.forced_endings import void_live_game
from game.table.record.ending import Result
from game.table.record.entries import Entry, write_entries
from hosting.demo.schedule import EarlyEnd
from study.review import queue
from study.review.judge.game import judge_game
from study.review.judge.schema import JUDGE
from study.review.requests import ReviewUnavailable, request_review, status_json
from study.review.work import MAX_TRIES
from tests.worlds.finished_games import create_finished_game
from tests.worlds.profiles import enter
from tests.worlds.tables import create_game

# The queue works in threads of its own, which must see the data of a test.
at_work = pytest.mark.django_db(transaction=True)


@pytest.fixture
def finished() -> Game:
    """Return a game of two guests that reached its second or third deal."""
    return create_finished_game(Rules(61), EarlyEnd(0, Resign, 25))


def work() -> None:
    asyncio.run(queue.run_queue())


@pytest.mark.rows
@at_work
class TestAReview:
    @pytest.mark.slow
    def test_is_made_in_the_background_and_stored(self, finished: Game):
        assert status_json(finished)["state"] == "none"
        request_review(finished)
        assert (status_json(finished)["state"], status_json(finished)["deals_done"]) == ("waiting", 0)
        work()
        done = status_json(finished)
        again = background().submit(judge_game, queue.load_record(finished.pk)).result()
        deals = queue.load_record(finished.pk).deals
        assert deals > 1
        assert (done["state"], done["deals"], done["deals_done"]) == ("done", deals, deals)
        assert done["review"] == json.loads(json.dumps(again))

    @pytest.mark.slow
    def test_stores_the_losses_in_the_scoresheets(self, finished: Game):
        request_review(finished)
        work()
        for sheet, player in zip(
            Scoresheet.objects.filter(game=finished).order_by("seat"),
            status_json(finished)["review"]["players"],
            strict=True,
        ):
            assert sheet.decisions == player["decisions"] > 0
            assert sheet.lost_by_play == player["lost"] / 1_000_000

    @pytest.mark.slow
    def test_second_request_returns_the_same_review(self, finished: Game):
        request_review(finished)
        work()
        request_review(finished)
        assert status_json(finished)["state"] == "done"

    @pytest.mark.slow
    def test_of_an_older_judge_is_made_again_on_request(self, finished: Game):
        request_review(finished)
        work()
        Review.objects.update(judge=JUDGE - 1)
        request_review(finished)
        assert status_json(finished)["state"] == "waiting"

    def test_game_without_a_winner_has_no_review(self):
        game = create_game()
        void_live_game(game.pk)
        game.refresh_from_db()
        with pytest.raises(ReviewUnavailable, match="no winner"):
            request_review(game)

    @pytest.mark.slow
    def test_failed_review_is_logged_once_and_given_up(
        self, finished: Game, caplog: pytest.LogCaptureFixture
    ):
        Secrets.objects.filter(game=finished).update(sealed="torn")
        request_review(finished)
        work()
        work()
        assert (status_json(finished)["state"], status_json(finished)["review"]) == ("failed", None)
        errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert [finished.pk in record.getMessage() for record in errors] == [True]


@pytest.mark.rows
@pytest.mark.django_db
class TestTheLine:
    def test_one_process_takes_a_review(self, finished: Game):
        request_review(finished)
        assert [queue.claim_next(), queue.claim_next()] == [finished.pk, None]

    def test_another_process_takes_over_after_a_timeout(self, finished: Game, later: Callable[..., None]):
        request_review(finished)
        queue.claim_next()
        later(seconds=50)
        queue.record_progress(finished.pk, 1)
        later(seconds=50)
        assert queue.claim_next() is None, "somebody was at it just now"
        later(seconds=50)
        assert queue.claim_next() == finished.pk

    def test_review_fails_after_the_last_try(
        self, finished: Game, later: Callable[..., None], caplog: pytest.LogCaptureFixture
    ):
        request_review(finished)
        for _ in range(MAX_TRIES):
            assert queue.claim_next() == finished.pk
            later(minutes=5)
        assert queue.claim_next() is None
        assert status_json(finished)["state"] == "failed"
        assert finished.pk in caplog.text

    def die_over(self, game: Game, later: Callable[..., None]) -> int:
        """Let processes begin the review and die until none takes it. Return how many did."""
        begun = 0
        while queue.claim_next() == game.pk:
            begun += 1
            later(minutes=5)
        return begun

    @pytest.mark.slow
    def test_review_that_killed_three_processes_can_be_requested_again(
        self, finished: Game, later: Callable[..., None]
    ):
        request_review(finished)
        assert self.die_over(finished, later) == MAX_TRIES
        assert (status_json(finished)["state"], status_json(finished)["again"]) == ("failed", True)
        request_review(finished)
        request_review(finished)  # a second request
        assert (status_json(finished)["state"], status_json(finished)["again"]) == ("waiting", False)
        assert [queue.claim_next(), queue.claim_next()] == [finished.pk, None]
        queue.save_review(finished.pk, judge_game(queue.load_record(finished.pk)))
        assert status_json(finished)["state"] == "done"

    @pytest.mark.slow
    def test_review_that_keeps_killing_processes_fails(self, finished: Game, later: Callable[..., None]):
        request_review(finished)
        begun = [self.die_over(finished, later)]
        while status_json(finished)["again"]:
            request_review(finished)
            begun.append(self.die_over(finished, later))
        assert begun == [3, 1, 1, 1]
        request_review(finished)
        assert (status_json(finished)["state"], queue.claim_next()) == ("failed", None)

    def test_new_judge_version_resets_the_tries(self, finished: Game, later: Callable[..., None]):
        request_review(finished)
        self.die_over(finished, later)
        Review.objects.update(judge=JUDGE - 1, tries=queue.MAX_TRIES_IN_ALL)
        request_review(finished)
        assert self.die_over(finished, later) == MAX_TRIES

    def test_requested_review_comes_before_automatic_ones(self, finished: Game):
        other = create_finished_game(Rules(61), EarlyEnd(1, Resign, 4))
        for game in (other, finished):
            request_review(game)
        Review.objects.filter(game=other).update(waited_for=False)
        assert [queue.claim_next(), queue.claim_next()] == [finished.pk, other.pk]
        request_review(other)
        assert Review.objects.get(game=other).waited_for


@pytest.mark.django_db
class TestByThemselves:
    def end(self, *players: Player, shows: int = 1) -> str:
        """Return a finished game with so many shows."""
        game = create_game(players=(players[0], players[1]))
        sheets = (Sheet(deals_as_dealer=shows), Sheet())
        result = Result(Seat.A, 1, "resigned", sheets, deals=shows + 1)
        entry = Entry(game_id=game.pk, ply=game.ply, tokens=("b-resign",), result=result)
        assert write_entries([entry]) == [True]
        return game.pk

    def test_games_of_account_holders_are_reviewed_when_they_end(
        self, settings: Any, ann: Player, novice: Player
    ):
        settings.REVIEW_GAMES = True
        game = self.end(ann, novice)
        review = Review.objects.get()
        assert (review.game_id, review.deals, review.waited_for) == (game, 2, False)

    def test_guests_games_without_a_show_and_disabled_sites_are_not_reviewed(
        self, settings: Any, ann: Player, bob: Player, novice: Player
    ):
        settings.REVIEW_GAMES = True
        guest = Player.objects.create(username="Guest", is_guest=True)
        self.end(guest, novice)
        self.end(ann, bob, shows=0)
        settings.REVIEW_GAMES = False
        self.end(ann, bob)
        assert not Review.objects.exists()


@pytest.mark.django_db
class TestTheCall:
    def address(self, game: Game) -> str:
        return f"/api/games/{game.pk}/review"

    def post(self, client: Client, game: Game) -> Any:
        return client.post(self.address(game), "{}", content_type="application/json")

    def test_any_visitor_may_request_a_review(self, client: Client, finished: Game):
        none = {"state": "none", "deals": 0, "deals_done": 0, "review": None, "again": False}
        assert client.get(self.address(finished)).json() == none
        response = self.post(client, finished)
        deals = response.json()["deals"]
        waiting = {"state": "waiting", "deals": deals, "deals_done": 0, "review": None, "again": False}
        assert (response.status_code, response.json()) == (202, waiting)
        assert client.get(self.address(finished)).json() == waiting

    def test_live_game_has_no_review(self, client: Client):
        game = create_game()
        for answer in (client.get(self.address(game)), self.post(client, game)):
            assert (answer.status_code, answer.json()["error"]) == (409, "not_over")
        assert client.get("/api/games/nosuchgame/review").json()["error"] == "no_game"
        assert not Review.objects.exists()

    def test_player_in_a_live_rated_game_gets_no_review(
        self, client: Client, finished: Game, ann: Player, bob: Player
    ):
        create_game("relaxed", players=(ann, bob), rated=True)
        enter(client, ann)
        for answer in (client.get(self.address(finished)), self.post(client, finished)):
            assert (answer.status_code, answer.json()["error"]) == (403, "rated_game")
            assert "rated game against Bob" in answer.json()["says"]

    def test_full_queue_refuses_reviews(
        self, client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr("study.review.requests.MAX_WAITING", 0)
        answer = self.post(client, finished)
        assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
