"""What the pages and calls of the daily show, and to whom, before and after midnight."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from common import clock
from game.models import Game, Player
from study.daily import running
from study.daily.models import Daily, DailyEntry
from study.daily.tests.test_running import NOON
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

pytestmark = pytest.mark.django_db(transaction=True)


class Day:
    """A day on which Ann and Bob have played, Cat plays, and Dan has not begun."""

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
def test_par_is_told_after_ones_own_game_and_to_nobody_else(day: Day):
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
def test_until_midnight_no_door_shows_the_field_or_a_board(day: Day):
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
def test_the_front_page_has_a_card_of_it(day: Day):
    assert "daily-card" in page(Client(), "/")
    assert "against par" in page(day.client("Ann"), "/")


@pytest.mark.slow
def test_a_profile_says_how_many_were_played_and_the_best_place(day: Day):
    assert "Daily games" not in page(Client(), "/@Ann")
    day.close()
    place = DailyEntry.objects.get(player=day.people["Ann"]).place
    assert f"1 day, best place {place}" in page(Client(), "/@Ann")


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
