"""`manage.py review`: a game's luck and skill on the terminal."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from game.engine.moves import Resign
from game.models import Review, Scoresheet
from hosting.demo.schedule import EarlyEnd
from tests.worlds.finished_games import create_finished_game
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db


def review(*args: str) -> str:
    out = StringIO()
    call_command("review", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.slow
def test_review_is_printed_and_stored():
    game = create_finished_game(gives_up=EarlyEnd(1, Resign, 5))
    output = review(game.pk)
    assert f"luck and skill of {game.seat_a}" in output
    assert "early end" in output
    assert Review.objects.get(pk=game.pk).judged == json.loads(review(game.pk, "--json"))
    assert not Scoresheet.objects.filter(game=game, decisions=None).exists()


def test_queued_reviews_are_included():
    games = [create_finished_game(gives_up=EarlyEnd(0, Resign, 4)) for _ in range(2)]
    Review.objects.create(game=games[0], asked_at=games[0].finished_at, deals=1)
    assert review("--all", "--limit", "5") == "2 games reviewed.\n"
    assert review("--all") == "0 games reviewed.\n"


def test_game_without_a_review_is_refused():
    for args, says in (([create_game().pk], "not over"), (["nope"], "no game"), ([], "Name one game")):
        with pytest.raises(CommandError, match=says):
            review(*args)
