"""The front page as the server prints it for different visitors."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

from common import clock
from cribbage_site.pages.front import (
    EXAMPLE,
    count_people,
    load_waiting,
    usual_minutes,
    what_lies_on_the_felt,
)
from game.accounts import blocks
from game.engine.state import Rules
from game.lobby import seeks
from game.lobby.display.figures import load_figures
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.table.opening import open_bot_game, open_game
from rng import entropy
from study.throws.voting import vote
from tests.worlds.throws import create_throw

pytestmark = pytest.mark.django_db

QUICK, RATED = GameSettings(121, "auto", "quick"), GameSettings(121, "auto", "quick", rated=True)


@pytest.fixture(autouse=True)
def fresh_figures() -> None:
    cache.clear()


def front(player: Player | None = None) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    return browser.get("/").content.decode()


@pytest.mark.slow
def test_an_empty_site_offers_a_lesson_and_shows_no_zeros():
    page = front()
    for words in (
        "Start the lesson",
        "You are the first one here",
        "No player is waiting.",
    ):
        assert words in page
    assert "Just finished" not in page
    assert "Most games around" not in page
    assert "Wait today" not in page
    assert all(card in page.split('data-cards="')[1].split(">")[0] for card in EXAMPLE)


def test_a_visitor_is_counted_along_with_a_waiting_player(ann: Player):
    seeks.seek_anyone(player=ann, settings=QUICK)
    page = front()
    assert "1 waiting" in page
    assert "2 people here now" in page


def test_people_are_counted_with_the_visitor_once(ann: Player):
    stranger, own = AnonymousUser(), str(ann.pk)
    assert [count_people(set(), who, 0) for who in (stranger, ann)] == [1, 1]
    assert [count_people({own}, who, 0) for who in (stranger, ann)] == [2, 1]
    assert [count_people({own, "visitor x"}, who, 1) for who in (stranger, ann)] == [3, 2]


@pytest.mark.slow
def test_the_throw_of_the_day_is_offered_until_the_visitor_has_thrown(ann: Player, bob: Player):
    throw = create_throw()
    asked = front(ann)
    assert asked.count("Which two do you discard?") == 1
    vote(ann, throw, throw.lines[0]["thrown"])
    thrown = front(ann)
    assert "Which two" not in thrown
    assert "Which two do you discard?" in front(bob)


def test_a_visitor_sees_a_running_game_with_the_throw_of_the_day_below(ann: Player, bob: Player):
    throw = create_throw()
    parts = {"todays_throw": throw, "position": "{}"}
    lies = what_lies_on_the_felt(open_game(entropy.game_id(), (ann, bob), Rules()), parts, load_figures())
    assert lies["felt"] == "live"
    assert what_lies_on_the_felt(None, parts, load_figures())["felt"] == "throw"
    has_thrown = what_lies_on_the_felt(None, {"todays_throw": throw}, load_figures())
    assert (has_thrown["felt"], json.loads(has_thrown["cards"])) == ("empty", throw.six)


def test_the_server_prints_who_waits_and_the_games_to_watch(ann: Player, bob: Player, cat: Player):
    seeks.seek_anyone(player=cat, settings=QUICK)
    game = open_game(entropy.game_id(), (ann, bob), Rules(61), "quick")
    Game.objects.filter(pk=game.pk).update(ply=4, score_a=12, score_b=9)
    page = front()
    waiting = page.split('<ul id="seeks"')[1].split("</ul>")[0]
    assert "Cat" in waiting
    assert "to 121" in waiting
    watchable = page.split('<ul id="games"')[1].split("</ul>")[0]
    assert "Ann and Bob" in watchable
    assert "12 – 9" in watchable
    assert f'href="/table/{game.pk}"' in watchable
    assert f'href="/table/{game.pk}"' not in front(ann).split('<ul id="games"')[1].split("</ul>")[0]


def test_play_now_leads_back_to_a_running_game_with_a_bot_and_remembers_the_last(ann: Player):
    assert "against Novice, a bot · to 121" in front(ann)
    game = open_bot_game(ann, "advanced", Rules(61))
    Game.objects.filter(pk=game.pk).update(score_a=26, score_b=27)
    page = front(ann)
    assert "Continue against Advanced" in page
    assert "you 26, they 27" in page
    assert "New game against Advanced" in page
    Game.objects.filter(pk=game.pk).update(finished_at=clock.now())
    page = front(ann)
    assert "Continue against" not in page
    assert "against Advanced, a bot · to 61" in page


def test_only_players_whom_the_visitor_may_play_count_as_waiting(ann: Player, bob: Player, cat: Player):
    seeks.seek_anyone(player=ann, settings=QUICK)
    seeks.seek_anyone(player=bob, settings=RATED)
    blocks.block(player=ann, other=cat)
    guest = Player.objects.create(username="A guest", is_guest=True)
    assert [len(load_waiting(one)) for one in (ann, bob, cat, guest, None)] == [1, 1, 1, 1, 1]
    assert len(load_waiting(Player.objects.create(username="Dan"))) == 2


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(None, None), (0, 1), (60, 1), (61, 2), (1800, 30), (1801, None)]
)
def test_a_usual_wait_is_promised_in_whole_minutes_up_to_half_an_hour(
    seconds: int | None, minutes: int | None
):
    assert usual_minutes(seconds) == minutes


def test_a_new_visitor_is_not_welcomed_back(ann: Player):
    page = front(ann)
    assert "Hello, Ann" in page
    assert "Welcome back" not in page
