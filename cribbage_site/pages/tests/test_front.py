"""What the front page offers to whom, as the server writes it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

from common import clock
from cribbage_site.pages.front import count_people, count_waiting, usual_minutes, what_lies_on_the_felt
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


def test_an_empty_site_has_a_lesson_to_begin_with_and_no_zeros():
    page = front()
    for words in (
        "Start the lesson",
        "You are the first one here",
        "No games today yet",
        "Nobody is waiting.",
    ):
        assert words in page
    assert "Just finished" not in page


def test_a_visitor_is_counted_beside_a_player_who_waits(ann: Player):
    seeks.seek_anyone(player=ann, settings=QUICK)
    page = front()
    assert "1 waiting" in page
    assert "<strong>2</strong> people here now" in page


def test_people_are_counted_with_the_visitor_once(ann: Player):
    stranger, own = AnonymousUser(), str(ann.pk)
    assert [count_people(set(), who, 0) for who in (stranger, ann)] == [1, 1]
    assert [count_people({own}, who, 0) for who in (stranger, ann)] == [2, 1]
    assert [count_people({own, "visitor x"}, who, 1) for who in (stranger, ann)] == [3, 2]


def test_which_two_is_asked_once_and_of_nobody_who_has_thrown(ann: Player, bob: Player):
    throw = create_throw()
    asked = front(ann)
    assert asked.count("Which two do you throw?") == 1
    assert 'class="todays-throw"' not in asked
    vote(ann, throw, throw.lines[0]["thrown"])
    thrown = front(ann)
    assert "Which two" not in thrown
    assert 'class="todays-throw"' in thrown
    assert "Which two do you throw?" in front(bob)


def test_who_comes_while_a_game_is_played_sees_it_and_is_asked_below(ann: Player, bob: Player):
    throw = create_throw()
    lies = what_lies_on_the_felt(open_game(entropy.game_id(), (ann, bob), Rules()), throw, load_figures())
    assert lies["felt"] == "live"
    assert what_lies_on_the_felt(None, throw, load_figures())["felt"] == "throw"


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


def test_those_wait_whom_one_may_play(ann: Player, bob: Player, cat: Player):
    seeks.seek_anyone(player=ann, settings=QUICK)
    seeks.seek_anyone(player=bob, settings=RATED)
    blocks.block(player=ann, other=cat)
    guest = Player.objects.create(username="A guest", is_guest=True)
    assert [count_waiting(one) for one in (ann, bob, cat, guest, None)] == [1, 1, 1, 1, 1]
    assert count_waiting(Player.objects.create(username="Dan")) == 2


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(None, None), (0, 1), (60, 1), (61, 2), (1800, 30), (1801, None)]
)
def test_a_usual_wait_is_promised_in_whole_minutes_up_to_half_an_hour(
    seconds: int | None, minutes: int | None
):
    assert usual_minutes(seconds) == minutes


def test_nobody_is_welcomed_back_who_has_just_come(ann: Player):
    page = front(ann)
    assert "Hello, Ann" in page
    assert "Welcome back" not in page
