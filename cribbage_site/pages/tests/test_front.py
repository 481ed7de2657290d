"""The front page as the server prints it for different visitors."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from cribbage_site.pages.front import (
    EXAMPLE,
    count_people,
    load_waiting,
    usual_minutes,
    what_lies_on_the_felt,
)
from game.accounts import blocks
from game.engine.state import Rules, Seat
from game.lobby import seeks
from game.lobby.display.figures import load_figures
from game.lobby.display.own_start import FIRST_BOTS, SuggestedBot, find_last_bot_game, load_next_bot
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Scoresheet
from game.shared_decks.models import Round
from game.table.bot_accounts import HOUSE_BOTS
from game.table.opening import open_game
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from rng import entropy
from study.throws.voting import vote
from tests.worlds.bot_games import open_bot_game
from tests.worlds.shared_decks import create_round
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


class TestPlayButtonWithoutScript:
    """A row of a waiting player is a form."""

    def press(self, seek_id: str, player: Player | None = None) -> HttpResponse:
        browser = Client()
        if player is not None:
            browser.force_login(player)
        return browser.post("/play", {"seek": seek_id})

    def test_each_row_posts_its_seek(self, bob: Player, cat: Player):
        waits = [
            seeks.seek_anyone(player=one, settings=how).game for one, how in ((bob, RATED), (cat, QUICK))
        ]
        rows = front(Player.objects.create(username="Dan")).split('<ul id="seeks"')[1].split("</ul>")[0]
        assert re.findall(r'action="(\S+)"', rows) == ["/play"] * 2
        assert re.findall(r'name="seek" value="(\S+)"', rows) == waits
        assert rows.count("csrfmiddlewaretoken") == 2

    def test_it_leads_to_the_table_and_a_second_press_to_the_same(self, ann: Player, bob: Player):
        seek_id = seeks.seek_anyone(player=bob, settings=RATED).game
        pressed = [self.press(seek_id, ann) for _ in range(2)]
        game = Game.objects.get()
        assert [(answer.status_code, answer.headers["Location"]) for answer in pressed] == [
            (302, f"/table/{game.pk}")
        ] * 2
        assert {game.seat_a, game.seat_b} == {ann, bob}
        assert game.rated

    def test_a_visitor_becomes_a_guest_and_plays_a_casual_game(self, bob: Player):
        answer = self.press(seeks.seek_anyone(player=bob, settings=QUICK).game)
        assert answer.headers["Location"] == f"/table/{Game.objects.get().pk}"
        assert Player.objects.filter(is_guest=True).count() == 1

    def test_others_are_refused_in_words_and_nothing_changes(self, ann: Player, bob: Player, cat: Player):
        seek_id = seeks.seek_anyone(player=bob, settings=RATED).game
        bot = Player.objects.create(username="Robot", is_api_bot=True)
        blocks.block(player=bob, other=cat)
        refused = [self.press(*each) for each in ((seek_id, bob), (seek_id, bot), (seek_id, cat), (seek_id,))]
        assert [answer.status_code for answer in refused] == [400, 403, 403, 403]
        assert self.press("nothing", ann).status_code == 404
        assert b"Another player has to accept it." in refused[0].content
        assert not Game.objects.exists()
        assert not Player.objects.filter(is_guest=True).exists()
        assert self.press(seek_id, ann).status_code == 302
        assert self.press(seek_id, Player.objects.create(username="Dan")).status_code == 409


def finish(game: Game, winner: Seat) -> None:
    write_results({game.pk: Result(winner, 1, "played")})


def test_play_now_leads_back_to_a_running_game_with_a_bot_and_remembers_the_last(ann: Player):
    assert "against Novice, a bot · to 121" in front(ann)
    game = open_bot_game(ann, "advanced", Rules(61))
    Game.objects.filter(pk=game.pk).update(score_a=26, score_b=27)
    page = front(ann)
    assert "Continue against Advanced" in page
    assert "you 26, they 27" in page
    assert "New game against Advanced" in page
    assert "You played Advanced last." not in page
    finish(game, Seat.A)
    page = front(ann)
    assert "Continue against" not in page
    assert "against Advanced, a bot · to 61" in page
    assert "You played Advanced last." in page


class TestWhomPlayNowPicks:
    def pick(self, player: Player | None) -> SuggestedBot:
        return load_next_bot(player, find_last_bot_game(player))

    def play(self, player: Player, bot: str, wins: str, **how: str) -> None:
        for each in wins:
            game = open_bot_game(player, bot, Rules(61))
            Game.objects.filter(pk=game.pk).update(**how)
            finish(game, Seat.A if each == "+" else Seat.B)

    def test_a_newcomer_plays_with_one_tap_or_says_how_often_they_have_played(self):
        page = front()
        form = page.split('<form id="now"')[1].split("</form>")[0]
        assert "Have you played before?" in form
        assert re.findall(r'value="(\w+)"( checked)?>', form.split("<fieldset")[1]) == [
            ("beginner", ""), ("novice", " checked"), ("intermediate", "")
        ]  # fmt: skip
        for says in ("Beginner has just", "Novice is right if", "Intermediate is right if"):
            assert says in form
        browser = Client()
        table = browser.post("/play", {"against": "beginner", "target": "121"}).url
        assert table.startswith("/table/")
        form = browser.get("/").content.decode().split('<form id="now"')[1].split("</form>")[0]
        assert "Have you played before?" not in form
        assert 'name="against" value="beginner"' in form

    def test_the_sheet_shows_the_sentence_of_the_chosen_answer_alone(self):
        sheet = Path(finders.find("css/parts/cribbage_site/front.css")).read_text()
        for first in FIRST_BOTS:
            key = first.bot.key
            assert f'[value="{key}"]:checked) [data-for]:not([data-for="{key}"])' in sheet

    def test_results_move_it_a_step_and_it_says_why(self, ann: Player):
        self.play(ann, "novice", "+-")
        assert self.pick(ann).reason == "You won 1 of your last 2 games against Novice."
        self.play(ann, "novice", "+++")
        pick = self.pick(ann)
        assert (pick.bot.key, pick.reason) == (
            "club",
            "One step up: you won 4 of your last 5 games against Novice.",
        )
        self.play(ann, "club", "---")
        pick = self.pick(ann)
        assert (pick.bot.key, pick.reason) == (
            "novice",
            "One step down: you won 0 of your last 3 games against Club.",
        )
        assert 'name="against" value="novice"' in front(ann).split('<form id="now"')[1].split("</form>")[0]

    def test_an_older_unfinished_game_does_not_change_it(self, ann: Player):
        open_bot_game(ann, "advanced", Rules(61))
        self.play(ann, "novice", "+++")
        assert self.pick(ann).bot.key == "club"

    def test_games_with_other_bots_people_and_of_other_players_do_not_count(self, ann: Player, bob: Player):
        self.play(ann, "novice", "-")
        self.play(ann, "master", "+++")
        self.play(bob, "novice", "+++")
        finish(open_game(entropy.game_id(), (ann, bob), Rules()), Seat.A)
        assert self.pick(ann) == SuggestedBot(HOUSE_BOTS["novice"], "You played Novice last.")

    def test_games_of_events_and_void_ones_do_not_count(self, ann: Player):
        self.play(ann, "advanced", "---", clock="quick")
        self.play(ann, "advanced", "---")
        Scoresheet.objects.filter(game__clock="none").update(voided=True)
        assert self.pick(ann).choices

    def test_games_with_cards_of_others_do_not_count_and_own_ones_that_a_friend_plays_do(self, ann: Player):
        _, (game, _other) = create_round(tables=2, bot="advanced", target=61)
        Game.objects.filter(pk=game.pk).update(seat_a=ann)
        finish(Game.objects.get(pk=game.pk), Seat.A)
        assert self.pick(ann).choices
        Round.objects.update(deck_set=None, of_game=game)
        assert self.pick(ann).bot.key == "advanced"


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
