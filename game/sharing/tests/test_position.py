"""The picture of a link to one move: it shows the same as the replay."""

import json
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from common.formats.json import encode
from cribbage_site.tests.node import run_node
from game.engine.moves import Resign
from game.engine.state import Counting, Rules, Seat
from game.models import Game
from game.sharing import illustrate
from game.sharing.position import find_moment, picture_moment
from game.sharing.tests.test_pages import metas
from game.table.record.ledger import load_row
from game.table.shuffle.fairness import replay_row
from game.web.replay_wire import replay_json
from hosting.demo.schedule import EarlyEnd
from tests.worlds.finished_games import create_finished_game

pytestmark = pytest.mark.django_db

STOPS = """
import { buildStops } from "./game/scene/stops.js";
let text = "";
for await (const part of process.stdin) text += part;
const stops = buildStops(JSON.parse(text));
console.log(JSON.stringify(stops.map(({ key, scene, events }) => [key, scene.scores, events[0].e])));
"""
NAMES = {
    "CutForDeal": "cut_for_deal", "Dealt": "dealt", "Thrown": "thrown", "Played": "played", "SaidGo": "go",
    "LaidOpen": "laid_open", "Claimed": "claimed", "Called": "called", "Counted": "counted",
    "GameOver": "over",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("counting", [Counting.AUTO, Counting.MUGGINS])
def test_every_place_of_the_replay_has_the_scores_that_its_page_shows(counting: Counting) -> None:
    game = create_finished_game(Rules(61, counting))
    row = load_row(game.pk)
    steps = replay_row(row)
    told = run_node(".", "--input-type=module", "--eval", STOPS, stdin=encode(replay_json(row)).decode())
    stops = json.loads(told)
    assert len(stops) > len(steps)
    for key, scores, event in stops:
        moment = find_moment(steps, key)
        assert list(moment.scores) == scores, key
        assert NAMES[type(moment.first).__name__] == event, key
        picture = picture_moment(game, moment)
        assert (picture is None) is (event == "over"), "only the end shows the result"
        if picture is not None and event in ("laid_open", "claimed", "called", "counted"):
            assert len(picture.cards) == 5, key


def places(game: Game) -> list[str]:
    return [str(ply) for ply in range(1, len(replay_row(load_row(game.pk))) + 1)]


@pytest.mark.slow
def test_each_kind_of_move_shows_its_cards() -> None:
    game = create_finished_game(Rules(61))
    found = {}
    for place in places(game):
        picture = illustrate.illustrate_game(game, place)
        found[type(find_moment(replay_row(load_row(game.pk)), place).first).__name__] = picture
        assert len(picture.cards) <= 8
        assert str(picture.scores[0]) in picture.heading
    assert len(found["CutForDeal"].cards) == 2
    assert len(found["Dealt"].cards) == 6
    assert len(found["Thrown"].cards) == 2
    assert found["Played"].cards
    counted = illustrate.illustrate_game(game, next(key for key in counted_places(game)))
    assert len(counted.cards) == 5
    assert "counts" in counted.lines[-1]


def counted_places(game: Game) -> list[str]:
    steps = replay_row(load_row(game.pk))
    keys = [f"{ply}.1" for ply in range(1, len(steps) + 1)]
    return [key for key in keys if type(find_moment(steps, key).first).__name__ == "Counted"]


def test_a_place_beyond_the_end_is_the_end_and_the_end_the_result() -> None:
    game = create_finished_game(gives_up=EarlyEnd(Seat.B, Resign, 20))
    result = illustrate.illustrate_game(game)
    assert illustrate.illustrate_game(game, "999999") == result
    assert illustrate.illustrate_game(game, "0") == illustrate.illustrate_game(game, "1") != result


@pytest.mark.slow
def test_a_link_to_a_move_names_and_shows_the_move(client: Client) -> None:
    game = create_finished_game()
    plain, linked = (metas(client.get(f"/game/{game.pk}{asked}")) for asked in ("", "?ply=5"))
    picture = f"http://testserver/game/{game.pk}/picture.png?ply=5"
    assert linked["og:url"] == f"http://testserver/game/{game.pk}?ply=5"
    assert linked["og:image"] == linked["twitter:image"] == picture
    assert plain["og:url"] == f"http://testserver/game/{game.pk}"
    assert linked["og:description"] != plain["og:description"]
    drawn, result = (client.get(f"/game/{game.pk}/picture.png{asked}") for asked in ("?ply=5", ""))
    assert Image.open(BytesIO(drawn.content)).size == (1200, 630)
    assert drawn.content != result.content
    assert client.get(f"/game/{game.pk}/picture.png?ply=nonsense").content == result.content
