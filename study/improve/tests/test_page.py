"""The page for players who want to play better, for a visitor and for a player."""

import pytest
from django.test import Client

from common import clock
from game.models import Game, Player, Review
from tests.worlds.exercises import create_exercise
from tests.worlds.finished_games import create_finished_game

pytestmark = pytest.mark.django_db


def improve(player: Player | None = None) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    return browser.get("/improve").content.decode()


def review(game: Game, *, is_judged: bool) -> None:
    now = clock.now()
    judged = {"decisions": []} if is_judged else None
    done = {"asked_at": now, "deals": 1, "done_at": now, "judged": judged}
    Review.objects.update_or_create(game=game, defaults=done)


def test_a_visitor_gets_the_ways_to_play_better_without_a_list():
    page = improve()
    for path in ("/learn", "/rules", "/train", "/lab"):
        assert f'<h2><a href="{path}">' in page
    assert "When a game is over, press “Review”" in page


def test_a_player_sees_due_exercises_and_only_their_own_reviewed_games(ann: Player, bob: Player, cat: Player):
    reviewed, failed, unreviewed = (create_finished_game(players=(ann, bob)) for _ in range(3))
    review(reviewed, is_judged=True)
    review(failed, is_judged=False)
    create_exercise(ann, reviewed)
    page = improve(ann)
    assert "1 due" in page
    assert f'href="/game/{reviewed.pk}?review#review"' in page
    assert "against Bob" in page
    assert failed.pk not in page
    assert unreviewed.pk not in page
    assert reviewed.pk not in improve(cat)
