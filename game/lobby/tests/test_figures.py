"""What the front page tells of the whole site."""

from datetime import timedelta

import pytest

from common import clock
from game.engine.state import Rules
from game.lobby.display.figures import FEWEST_WAITS, Result, read_figures
from game.models import Game, Player, Seek
from game.table.opening import open_bot_game, open_game
from ranking.models import Kind, Standing
from rng import entropy

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
    """Somebody sought anyone an hour ago, and waited so long for a game."""
    hour_ago = clock.now() - timedelta(hours=1)
    if game is not None:
        Game.objects.filter(pk=game.pk).update(created_at=hour_ago + timedelta(seconds=seconds))
    expires_at = hour_ago if is_withdrawn else hour_ago + timedelta(minutes=5)
    Seek.objects.create(
        id=entropy.game_id(), player=player, game=game, target=121, counting="auto", clock="quick",
        created_at=hour_ago, expires_at=expires_at,
    )  # fmt: skip


def test_games_of_today_are_those_that_have_begun(ann: Player, bob: Player):
    assert read_figures().games_today == 0
    begun(ann, bob)
    with_a_bot = open_bot_game(ann, "novice", Rules())
    Game.objects.filter(pk=with_a_bot.pk).update(ply=1)
    open_game(entropy.game_id(), (ann, bob), Rules(), "quick")
    yesterday = begun(ann, bob)
    Game.objects.filter(pk=yesterday.pk).update(created_at=clock.now() - timedelta(days=1))
    figures = read_figures()
    assert (figures.games_today, figures.bot_games_today) == (2, 1)


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


def test_the_top_of_the_ladder_is_of_those_whom_it_lists(ann: Player, bob: Player, cat: Player):
    for player, points, listed in ((ann, 1650, True), (bob, 1700, True), (cat, 2400, False)):
        Standing.objects.create(player=player, kind=Kind.PEOPLE, points=points, listed=listed)
    assert [(one.name, one.points) for one in read_figures().top] == [("Bob", 1700), ("Ann", 1650)]


def test_a_usual_wait_is_told_once_enough_have_waited(ann: Player, bob: Player):
    for seconds in (5, 10, 20, 300)[: FEWEST_WAITS - 1]:
        sought(ann, begun(ann, bob), seconds)
    assert read_figures().usual_wait is None
    sought(ann, begun(ann, bob), 40)
    assert read_figures().usual_wait == 20


def test_who_met_nobody_waited_for_ever_and_who_withdrew_tells_nothing(ann: Player, bob: Player):
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
