"""The bar of every page with the visitor's games in progress."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from common import clock
from cribbage_site.pages.my_games import GameInProgress
from cribbage_site.pages.news import news_context
from game.engine.state import Rules
from game.models import Game
from game.table.bot_accounts import get_or_create_account
from game.table.opening import open_game


def seen_by(user, at=None):
    request = RequestFactory().get("/")
    request.user = user
    request.resolver_match = SimpleNamespace(kwargs={"game_id": at} if at else {})
    return news_context(request)["my_games"]


def a_game(game_id, *players, clock="none"):
    return open_game(game_id, players, Rules(121), clock)


def test_the_newest_game_comes_first_with_its_opponent(ann, bob, cat, later):
    a_game("one", ann, bob)
    later(seconds=1)
    a_game("two", cat, ann)
    a_game("not-mine", bob, cat)
    assert [(game.id, game.opponent) for game in seen_by(ann)] == [("two", "Cat"), ("one", "Bob")]


def test_games_at_the_visitors_turn_come_first_by_urgency(ann, bob, cat, later):
    def after_the_throw(game_id, turn, *players, **more):
        a_game(game_id, *players, **more)
        Game.objects.filter(pk=game_id).update(ply=3, turn=turn, deadline=clock.milliseconds() + 3_600_000)

    after_the_throw("no-hurry", "a", ann, bob)
    after_the_throw("a-day", "b", bob, ann, clock="relaxed")
    after_the_throw("theirs", "b", ann, cat, clock="relaxed")
    after_the_throw("fast", "a", ann, cat, clock="quick")
    after_the_throw("of-a-bot", "a", ann, get_or_create_account("novice"))
    games = seen_by(ann)
    assert [game.id for game in games if game.is_my_turn] == ["a-day", "no-hurry"]
    assert [game.id for game in games[:2]] == ["a-day", "no-hurry"]
    later(minutes=10)
    assert [game.hours_left for game in seen_by(ann)][:2] == [0, None]


@pytest.mark.parametrize(
    ("minutes", "hours"), [(24 * 60 - 1, 24), (23 * 60 + 20, 23), (359, 6), (90, 2), (60, 1), (59, 0)]
)
def test_the_time_left_is_rounded_to_hours(minutes, hours):
    assert GameInProgress("one", "Bob", True, minutes * 60_000, None).hours_left == hours


def test_a_finished_game_is_not_in_progress(ann, bob):
    game = a_game("one", ann, bob)
    game.finished_at = clock.now()
    game.save()
    assert not seen_by(ann)


def test_a_table_does_not_link_to_itself(ann, bob, cat):
    a_game("one", ann, bob)
    a_game("two", ann, cat)
    assert [game.id for game in seen_by(ann, at="two")] == ["one"]


def test_the_bar_costs_two_queries_or_one_without_games(ann, bob, cat, django_assert_num_queries):
    a_game("one", ann, bob)
    with django_assert_num_queries(1):
        assert not seen_by(cat)
    with django_assert_num_queries(0):
        games = seen_by(ann)
    with django_assert_num_queries(2):
        assert games
        assert len(games) == 1
        assert games[0].opponent == "Bob"


def test_a_visitor_who_has_not_played_costs_no_query(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert not seen_by(AnonymousUser())
