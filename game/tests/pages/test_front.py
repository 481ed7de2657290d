"""What the front page offers to whom, as the server writes it."""

from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from game.engine.state import Rules
from game.lobby import blocks, seeks
from game.lobby.daily_hand import hand_of
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.pages.front import count_waiting, usual_minutes
from game.table.opening import open_bot_game

pytestmark = [pytest.mark.rows_in_full, pytest.mark.django_db]

QUICK, RATED = GameSettings(121, "auto", "quick"), GameSettings(121, "auto", "quick", rated=True)


@pytest.fixture(autouse=True)
def fresh_figures() -> None:
    cache.clear()


def front(player: Player | None = None) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    return browser.get("/").content.decode()


def test_an_empty_site_has_a_hand_to_think_about_and_no_zeros():
    page = front()
    for words in (
        "Which two do you throw?",
        "You are the first one here",
        "No games today yet",
        "Nobody is waiting.",
    ):
        assert words in page
    assert "Just finished" not in page


def test_todays_hand_is_the_same_for_everybody_and_another_tomorrow():
    today, tomorrow = hand_of(date(2026, 11, 24)), hand_of(date(2026, 11, 25))
    assert len(set(today)) == 6
    assert today == hand_of(date(2026, 11, 24))
    assert today != tomorrow


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
