"""Bots outside the ladder: any player can play them, and no game with them changes points."""

import json

import pytest
from django.test import Client

from game.engine.state import Seat
from game.models import Game, Player, Scoresheet
from game.table.bot_accounts import HOUSE_BOTS, get_or_create_account
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from ranking.models import Change, Kind
from ranking.rules.points import BOTS
from ranking.standings import load_standings

pytestmark = pytest.mark.django_db

FOR_FUN = [key for key in HOUSE_BOTS if key not in BOTS]


@pytest.fixture
def browser(ann: Player) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def request_game(browser: Client, **body: object) -> tuple[int, dict[str, str]]:
    answer = browser.post("/api/games", json.dumps(body), "application/json")
    return answer.status_code, answer.json()


def test_the_ladder_has_three_bots_and_the_others_play_for_fun():
    assert {key: bot.points for key, bot in BOTS.items()} == {
        "novice": 1500, "intermediate": 2000, "advanced": 2500
    }  # fmt: skip
    assert {"beginner", "club"} <= {*FOR_FUN}
    assert not any(HOUSE_BOTS[key].is_rated for key in FOR_FUN)


@pytest.mark.parametrize("key", FOR_FUN)
def test_a_rated_game_is_refused_with_a_sentence_and_none_begins(browser: Client, key: str):
    says = f"{HOUSE_BOTS[key].name} only plays for fun, so games against it aren’t rated."
    status, answer = request_game(browser, against=key, rated=True)
    assert (status, answer) == (400, {"error": "bad_request", "says": says})
    page = browser.post("/play", {"against": key, "rated": "true"})
    assert page.status_code == 400
    assert says in page.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("key", FOR_FUN)
@pytest.mark.parametrize("winner", Seat)
def test_a_casual_game_changes_no_points(browser: Client, ann: Player, key: str, winner: Seat):
    before = load_standings(ann.pk)
    status, answer = request_game(browser, against=key)
    assert status == 201
    write_results({answer["game"]: Result(winner, 2, "played")})
    game = Game.objects.get()
    assert (game.seat_b, game.rated, game.winner) == (get_or_create_account(key), False, winner)
    assert not Change.objects.exists()
    after = load_standings(ann.pk)
    assert {kind: after[kind].points for kind in after} == {kind: before[kind].points for kind in before}
    assert after[Kind.HOUSE].finished == before[Kind.HOUSE].finished == 0
    assert not Scoresheet.objects.filter(rated=True).exists()


def test_its_front_page_card_offers_no_rated_game(browser: Client):
    page = browser.get("/").content.decode()
    for key in ("beginner", "club"):
        card = page.split(f"Play {HOUSE_BOTS[key].name}</button>")[1].split("</form>")[0]
        assert 'name="rated"' not in card
    assert "Rated" in page.split("Play Novice</button>")[1].split("</form>")[0]
