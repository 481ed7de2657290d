"""The daily's pages and calls for different viewers, before and after midnight."""

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils.formats import date_format
from PIL import Image

from common import clock
from game.models import Game, Player
from game.shared_rounds.rounds import close_due_rounds
from study.daily import running
from study.daily.field import leads_by_deal
from study.daily.models import Daily, DailyEntry
from study.daily.playing import load_decks
from study.daily.scoring import pegs_of, signed
from study.daily.standings import count_ranked
from study.daily.tests.test_running import NOON
from study.daily.web import calls
from study.daily.web.own_result import COLORED
from study.throws.voting import vote
from tests.worlds.days import (
    DAY,
    begin,
    create_account,
    midnight_of,
    moved_clock,
    open_today,
    play,
    run_jobs,
)
from tests.worlds.throws import create_throw

pytestmark = pytest.mark.django_db(transaction=True)


class Day:
    """A day on which Ann and Bob have finished, Cat is playing, and Dan has not begun."""

    def __init__(self, move: Any) -> None:
        self.move = move
        self.daily = open_today()
        self.people = {name: create_account(name) for name in ("Ann", "Bob", "Cat", "Dan")}
        self.games = {name: begin(self.people[name]) for name in ("Ann", "Bob", "Cat")}
        for seed, name in enumerate(("Ann", "Bob")):
            play(self.games[name], seed)

    def close(self) -> None:
        self.move(midnight_of(self.daily.day + DAY) + timedelta(seconds=1))
        run_jobs()

    def client(self, name: str) -> Client:
        client = Client()
        client.force_login(self.people[name])
        return client

    def margin(self, name: str) -> int:
        game = Game.objects.get(pk=self.games[name].pk)
        return game.score_a - game.score_b


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Iterator[Day]:
    monkeypatch.setattr(running, "PAR_GAMES", 1)
    with moved_clock(NOON) as move:
        yield Day(move)


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.slow
def test_par_is_shown_only_after_ones_own_game(day: Day):
    par = f"{abs(day.daily.par or 0):.1f}"
    assert 'data-test="par"' in page(day.client("Ann"), "/daily")
    assert par in page(day.client("Ann"), "/daily")
    for name in ("Cat", "Dan"):
        assert 'data-test="par"' not in page(day.client(name), "/daily")
        assert day.client(name).get("/api/daily").json()["par"] is None
    own = day.client("Ann").get("/api/daily").json()
    assert own["own"]["margin"] == day.margin("Ann")
    assert own["par"] == day.daily.par


@pytest.mark.slow
def test_until_midnight_no_page_shows_the_field_or_a_board(day: Day):
    address, board = f"/daily/{day.daily.day}", day.games["Ann"].pk
    for name in ("Ann", "Bob", "Cat", "Dan"):
        client = day.client(name)
        assert client.get(address).status_code == 302
        assert client.get(f"/api{address}").status_code == 404
        assert client.get(f"/api/games/{board}/transcript").status_code == 409
        assert client.get(f"/api/games/{board}/replay").status_code == 409
        assert client.get(f"/game/{board}").status_code != 200
        shown = page(client, "/daily") + page(client, "/") + page(client, f"/daily/month/{NOON:%Y-%m}")
        assert board not in shown or name == "Ann"
        assert "Bob" not in page(client, "/daily") or name == "Bob"


@pytest.mark.slow
def test_after_midnight_the_field_is_shown(day: Day):
    day.close()
    shown = page(day.client("Ann"), f"/daily/{day.daily.day}")
    for name in ("Ann", "Bob"):
        assert name in shown
        assert f"/game/{day.games[name].pk}" in shown
    assert "daily-deals" in shown
    assert "daily-margins" in shown
    answer = Client().get(f"/api/daily/{day.daily.day}").json()
    is_level = day.margin("Ann") == day.margin("Bob")
    assert [line["place"] for line in answer["order"]] == ([1, 1] if is_level else [1, 2])
    assert {line["name"]: line["margin"] for line in answer["order"]} == {
        name: day.margin(name) for name in ("Ann", "Bob")
    }
    assert answer["field"]["players"] == 2
    assert day.client("Ann").get(f"/api/daily/{day.daily.day}").json()["own"]["name"] == "Ann"
    assert day.client("Dan").get(f"/api/games/{day.games['Ann'].pk}/replay").status_code == 200
    assert "Ann" in page(Client(), f"/daily/month/{day.daily.day:%Y-%m}")
    assert "Ann" in page(Client(), "/daily")


@pytest.mark.slow
def test_a_call_shows_the_field_only_with_its_places(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    def count_meanwhile(daily: Daily) -> int:
        ranked = count_ranked(daily)
        run_jobs()
        return ranked

    day.move(midnight_of(day.daily.day + DAY) + timedelta(seconds=1))
    asyncio.run(close_due_rounds())
    with monkeypatch.context() as patch:
        patch.setattr(calls, "count_ranked", count_meanwhile)
        early = Client().get(f"/api/daily/{day.daily.day}").json()
    late = Client().get(f"/api/daily/{day.daily.day}").json()
    assert [(one["ranked"], bool(one["field"])) for one in (early, late)] == [(0, False), (2, True)]


@pytest.mark.slow
def test_an_unfinished_game_has_no_result(day: Day):
    day.close()
    assert DailyEntry.objects.get(player=day.people["Cat"]).margin is None
    assert "Cat" not in [line["name"] for line in Client().get(f"/api/daily/{day.daily.day}").json()["order"]]


@pytest.mark.slow
def test_the_button_leads_to_the_one_table(day: Day):
    client = day.client("Dan")
    first, again = client.post("/daily/play"), client.post("/daily/play")
    assert first["Location"] == again["Location"]
    by_call = client.post("/api/daily/play", {}, content_type="application/json")
    assert by_call.status_code == 201
    assert first["Location"] == f"/table/{by_call.json()['game']}"


@pytest.mark.slow
def test_at_the_table_its_player_gives_a_part_of_tomorrows_decks(day: Day):
    tomorrow = Daily.objects.get(day=day.daily.day + DAY).deck_set_id
    game = day.games["Cat"].pk
    assert f'data-decks="{tomorrow}"' in page(day.client("Cat"), f"/table/{game}")
    client = day.client("Cat")
    status = client.get(f"/api/decks/{tomorrow}").json()
    assert status["must"] == "commit"


@pytest.mark.slow
def test_the_calendar_has_ones_own_margin_against_par_after_midnight(day: Day):
    score = signed(day.margin("Ann") - (day.daily.par or 0))
    assert f">{score}<" not in page(day.client("Ann"), "/daily").split('class="calendar"')[1]
    day.close()
    calendar = page(day.client("Ann"), "/daily").split('class="calendar"')[1]
    assert f'href="/daily/{day.daily.day}">{score}<' in calendar
    calendar = page(day.client("Dan"), "/daily").split('class="calendar"')[1]
    assert f'href="/daily/{day.daily.day}"><span class="unseen">game, not played<' in calendar


@pytest.mark.slow
def test_the_discard_of_the_day_is_next_to_the_game(day: Day):
    assert "We’re choosing today’s six cards" in page(day.client("Ann"), "/daily")
    throw = create_throw(day.daily.day)
    assert "Which two?" in page(day.client("Ann"), "/daily")
    vote(day.people["Ann"], throw, throw.lines[0]["thrown"])
    shown = page(day.client("Ann"), "/daily")
    assert "You have 100 points of 100." in shown
    board = shown.split("Best discards")[1].split("</table>")[0]
    assert 'href="/@Ann"' in board
    assert f'href="/throw/{day.daily.day}">100<' in shown


@pytest.mark.slow
def test_a_profile_says_how_many_were_played_and_the_best_place(day: Day):
    assert "Daily games" not in page(Client(), "/@Ann")
    day.close()
    place = DailyEntry.objects.get(player=day.people["Ann"]).place
    assert f"1 day, best place {place}" in " ".join(page(Client(), "/@Ann").split())


@pytest.mark.slow
def test_a_finished_game_is_shared_as_text_and_picture_without_cards(day: Day):
    address = f"/daily/{day.daily.day}"
    score = signed(day.margin("Ann") - (day.daily.par or 0), 1)
    for _ in range(2):
        shown = page(day.client("Ann"), "/daily" if clock.now().date() == day.daily.day else address)
        text = unescape(shown.split('<textarea id="share-text"')[1].split(">", 1)[1].split("</textarea>")[0])
        title, result, pegs, link = text.split("\n")
        assert title == f"Every Other · Daily game of {date_format(day.daily.day)}"
        assert result == f"{score} against par"
        deals = Game.objects.get(pk=day.games["Ann"].pk).transcript.count("#")
        assert len(pegs) == deals
        assert {*pegs} <= {*"🟢🟡🔴"}
        assert link == f"http://testserver{address}"
        picture = day.client("Ann").get(f"{address}/own.png")
        assert picture["Cache-Control"] == "private, max-age=600"
        assert Image.open(BytesIO(picture.content)).size == (1200, 630)
        for name in ("Cat", "Dan"):
            assert 'id="share"' not in page(day.client(name), "/daily")
            assert day.client(name).get(f"{address}/own.png").status_code == 404
        assert Client().get(f"{address}/own.png").status_code == 404
        day.close()


@pytest.mark.slow
def test_pegs_are_of_ones_own_game(day: Day):
    assert day.daily.par_leads is not None
    shared = {}
    for name in ("Ann", "Bob"):
        game = Game.objects.get(pk=day.games[name].pk)
        leads = leads_by_deal(load_decks(day.daily.deck_set_id), game.transcript)
        assert sum(leads) == day.margin(name)
        shared[name] = "".join(COLORED[peg] for peg in pegs_of(leads, day.daily.par_leads))
        assert shared[name] in page(day.client(name), "/daily")
    assert shared["Ann"] != shared["Bob"]


@pytest.mark.slow
def test_a_day_without_par_of_each_deal_has_nothing_to_share(day: Day):
    Daily.objects.filter(day=day.daily.day).update(par_leads=None)
    shown = page(day.client("Ann"), "/daily")
    assert 'data-test="par"' in shown
    assert 'id="share"' not in shown


@pytest.mark.slow
def test_a_guest_is_not_ranked(day: Day):
    guest = Client()
    game = guest.post("/daily/play")["Location"].rpartition("/")[2]
    player = Game.objects.get(pk=game).seat_a
    assert isinstance(player, Player)
    assert player.is_guest
    assert "Sign up to be ranked" not in page(guest, "/daily")
    assert json.loads(guest.get("/api/daily").content)["own"]["over"] is False
    assert clock.now() < midnight_of(day.daily.day + DAY)
