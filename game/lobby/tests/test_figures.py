"""The figures on the front page."""

from datetime import timedelta

import pytest

from common import clock
from game.engine.state import Rules
from game.lobby.display.figures import (
    FEWEST_GAMES,
    FEWEST_WAITS,
    Result,
    read_busiest_hour,
    read_figures,
    wait_today,
)
from game.models import Game, Player, Seek
from game.table.opening import open_game
from rng import entropy
from tests.worlds.bot_games import open_bot_game

pytestmark = pytest.mark.django_db


def begun(*players: Player) -> Game:
    game = open_game(entropy.game_id(), (players[0], players[1]), Rules(61), "quick")
    Game.objects.filter(pk=game.pk).update(ply=2)
    return game


def finished(*players: Player, ago: timedelta = timedelta(), **fields: object) -> Game:
    game = begun(*players)
    ended = {"finished_at": clock.now() - ago, "ended": "played", "winner": 0, "score_a": 121, "score_b": 97}
    Game.objects.filter(pk=game.pk).update(**(ended | fields))
    return game


def sought(player: Player, game: Game | None = None, seconds: int = 0, *, is_withdrawn: bool = False) -> None:
    """Create a public seek from an hour ago that waited so long for a game."""
    hour_ago = clock.now() - timedelta(hours=1)
    if game is not None:
        Game.objects.filter(pk=game.pk).update(created_at=hour_ago + timedelta(seconds=seconds))
    expires_at = hour_ago if is_withdrawn else hour_ago + timedelta(minutes=5)
    Seek.objects.create(
        id=entropy.game_id(), player=player, game=game, target=121, counting="auto", clock="quick",
        created_at=hour_ago, expires_at=expires_at,
    )  # fmt: skip


def test_results_are_games_that_people_played_out_with_each_other_the_newest_first(
    ann: Player, bob: Player, cat: Player
):
    elder, newer = finished(ann, bob, ago=timedelta(hours=1)), finished(bob, ann)
    finished(ann, bob, ended="resigned")
    finished(ann, bob, voided_at=clock.now())
    bot_game = open_bot_game(ann, "novice", Rules())
    Game.objects.filter(pk=bot_game.pk).update(finished_at=clock.now(), ended="played", winner=0)
    Player.objects.filter(pk=cat.pk).update(is_private=True)
    finished(ann, cat)
    assert read_figures().results == (
        Result(newer.pk, ("Bob", "Ann"), (121, 97), is_sample=False),
        Result(elder.pk, ("Ann", "Bob"), (121, 97), is_sample=False),
    )


def test_the_usual_wait_is_shown_once_enough_players_waited(ann: Player, bob: Player):
    for seconds in (5, 10, 20, 300)[: FEWEST_WAITS - 1]:
        sought(ann, begun(ann, bob), seconds)
    assert read_figures().usual_wait is None
    sought(ann, begun(ann, bob), 40)
    assert read_figures().usual_wait == 20


def test_unmet_seeks_count_as_infinite_waits_and_withdrawn_ones_are_ignored(ann: Player, bob: Player):
    for _ in range(3):
        sought(ann, begun(ann, bob), 10)
    for _ in range(2):
        sought(ann)
    for _ in range(9):
        sought(bob, is_withdrawn=True)
    assert read_figures().usual_wait == 10
    for _ in range(2):
        sought(ann)
    assert read_figures().usual_wait is None


def test_todays_wait_is_the_median_of_players_who_found_an_opponent(
    ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
):
    noon = clock.now().replace(hour=12)
    monkeypatch.setattr(clock, "now", lambda: noon)
    assert wait_today() is None
    for seconds in (10, 30, 200):
        sought(ann, begun(ann, bob), seconds)
    sought(ann)
    assert wait_today() == 30
    monkeypatch.setattr(clock, "now", lambda: noon + timedelta(days=1))
    assert wait_today() is None


@pytest.mark.rows
def test_the_busiest_hour_counts_recent_games_between_people(ann: Player, bob: Player):
    noon = (clock.now() - timedelta(days=2)).replace(hour=12)
    games = [begun(ann, bob) for _ in range(FEWEST_GAMES)]
    for number, game in enumerate(games):
        at = noon + timedelta(hours=8) if number < 12 else noon - timedelta(hours=number % 4)
        Game.objects.filter(pk=game.pk).update(created_at=at)
    assert read_busiest_hour() == 20
    Game.objects.filter(pk=games[0].pk).update(created_at=noon - timedelta(days=60))
    assert read_busiest_hour() is None
