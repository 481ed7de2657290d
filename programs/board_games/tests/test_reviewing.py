"""Reviews of games over the board."""

import asyncio
from collections.abc import Callable

import pytest

from game.models import Player
from programs.board_games import games, reviewing
from programs.board_games.models import BoardGame
from programs.board_games.tests.test_board_games import TEXT, client_of
from study.review.judge.game import judge_game
from study.review.work import MAX_TRIES
from tests.worlds.people import player
from tests.worlds.score_sheets import DEAL, SAME

pytestmark = pytest.mark.django_db

WHOLE = f"{TEXT} a-resign"


@pytest.fixture
def ann() -> Player:
    return player("Ann")


def post(client, row):
    return client.post(f"/api/board-games/{row.pk}/review", content_type="application/json")


def test_a_review_is_asked_for_once_and_shown_when_it_is_done(ann: Player):
    client = client_of(ann)
    row = games.save(ann, WHOLE)
    assert client.get(f"/api/board-games/{row.pk}/review").json()["state"] == "none"
    for _ in range(2):
        answer = post(client, row)
        assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    claimed = reviewing.claim_next()
    assert claimed is not None
    assert reviewing.claim_next() is None
    review = judge_game(reviewing.record_of(games.open_game(claimed)))
    reviewing.save_review(claimed, review)
    body = client.get(f"/api/board-games/{row.pk}/review").json()
    assert (body["state"], body["review"]["winner"], len(body["review"]["deals"])) == ("done", 1, 1)


NOT_WHOLE = {
    "it isn't over": TEXT,
    "an unknown card": f"{SAME['unknown discards of both']} a-resign",
    "a penalty": f"{DEAL} a#1 a-resign",
    "another target": f'[Rules "31"] {DEAL}',
    "no winner": "-void",
}


@pytest.mark.parametrize("why", NOT_WHOLE)
def test_only_whole_games_are_reviewed(ann: Player, why: str):
    row = games.save(ann, NOT_WHOLE[why])
    answer = post(client_of(ann), row)
    assert answer.json()["error"] == "void"
    assert reviewing.claim_next() is None
    assert "review" not in client_of(ann).get(f"/board-games/{row.pk}").context["data"]


def test_an_account_has_a_limited_number_of_reviews_waiting(ann: Player):
    rows = [games.save(ann, f"{WHOLE} {{{n}}}") for n in range(reviewing.MAX_WAITING_OF_OWNER + 1)]
    answers = [post(client_of(ann), row).status_code for row in rows]
    assert answers == [202] * reviewing.MAX_WAITING_OF_OWNER + [429]


def test_a_corrected_game_loses_its_review(ann: Player):
    row = games.save(ann, WHOLE)
    post(client_of(ann), row)
    claimed = reviewing.claim_next()
    assert claimed is not None
    games.correct(row, f"{WHOLE} {{a comment}}")
    reviewing.save_review(claimed, judge_game(reviewing.record_of(games.open_game(claimed))))
    after = BoardGame.objects.get()
    assert (after.asked_at, after.done_at, after.review) == (None, None, None)


def test_another_process_takes_over_until_the_game_is_given_up(ann: Player, later: Callable[..., None]):
    row = games.save(ann, WHOLE)
    post(client_of(ann), row)
    for _ in range(MAX_TRIES):
        assert reviewing.claim_next() == row
        later(seconds=50)
        assert reviewing.claim_next() is None
        later(seconds=50)
    assert reviewing.claim_next() is None
    assert client_of(ann).get(f"/api/board-games/{row.pk}/review").json()["state"] == "failed"


def test_reading_a_review_needs_no_rated_game_at_the_same_time(ann: Player, monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr("programs.board_games.web.calls.require_no_rated_game", asked.append)
    row = games.save(ann, WHOLE)
    client_of(ann).get(f"/api/board-games/{row.pk}/review")
    post(client_of(ann), row)
    assert asked == [ann, ann]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_queue_makes_the_review(ann: Player):
    row = games.save(ann, WHOLE)
    reviewing.request_review(games.open_game(row))
    asyncio.run(reviewing.review_board_games())
    after = BoardGame.objects.get()
    assert after.review["winner"] == 1
    assert after.deals_done == 1
