"""Boards by ids show what spectators see; current games and bots that are online are listed."""

import json
from typing import Any

import pytest
from django.test import Client

from common import clock
from game.accounts.rate_limits import BOARDS
from game.models import Game
from game.runtime.presence import SITE, presence
from game.shared_decks.models import Round, SharedGame
from game.shared_rounds.announcing import announce
from game.tokens.scopes import Scope
from programs.crib.api_calls import SHORT_CRIB
from programs.crib.of_game import load_crib
from programs.crib.writing import write_crib
from tests.worlds.api import World, bearer, get, make_text
from tests.worlds.people import player
from tests.worlds.tables import create_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def post(path: str, body: Any, **headers: str) -> Any:
    return Client().post(f"/api/v1{path}", json.dumps(body), content_type="application/json", **headers)


def boards(*games: str, **headers: str) -> Any:
    return post("/boards", {"games": games}, **headers)


class TestBoards:
    def test_come_in_the_order_of_the_request_and_once(self, world: World) -> None:
        answer = boards(world.live.pk, "nosuchgame", world.game.pk, world.live.pk).json()["boards"]
        assert [board["game"]["id"] for board in answer] == [world.live.pk, world.game.pk]
        assert answer[1]["view"] is None

    def test_of_more_than_twenty_are_refused(self, world: World) -> None:
        assert boards(*["x"] * 21).json()["code"] == "bad_request"

    def test_have_a_limit_of_their_own(self, world: World) -> None:
        for _ in range(BOARDS.limit):
            BOARDS.acquire(world.ann.pk, None)
        own = bearer(make_text(world.ann))
        refused = boards(world.live.pk, **own)
        assert (refused.status_code, refused["RateLimit-Limit"]) == (429, str(BOARDS.limit))

    def test_of_a_live_game_whose_cards_others_play_are_left_out(self, world: World) -> None:
        round_ = Round.objects.create(deck_set=announce({}, 2), number=1, opened_at=clock.now())
        SharedGame.objects.create(game=world.live, round=round_)
        for headers in ({}, bearer(make_text(world.ann, Scope.PLAY))):
            assert boards(world.live.pk, **headers).json() == {"boards": []}


class TestCurrentGames:
    def test_are_the_callers_alone(self, world: World) -> None:
        create_game(players=(world.bob, player("Carl")))
        own = bearer(make_text(world.ann, Scope.PLAY))
        answer = get("/me/games", **own).json()
        assert [(one["game"], one["opponent"]) for one in answer["games"]] == [(world.live.pk, "Bob")]
        assert get("/me/games", **bearer(make_text(world.ann))).json()["code"] == "no_scope"

    def test_come_in_pages(self, world: World) -> None:
        later = create_game(players=(world.bob, world.ann))
        own = bearer(make_text(world.ann, Scope.PLAY))
        first = get("/me/games?max=1", **own).json()
        second = get(f"/me/games?max=1&cursor={first['next']}", **own).json()
        games = [page["games"][0]["game"] for page in (first, second)]
        assert (sorted(games), second["next"]) == (sorted([world.live.pk, later.pk]), None)
        assert get("/me/games?cursor=nothing", **own).json()["code"] == "bad_request"


class TestBotsOnline:
    def test_are_those_that_are_connected(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        here = {SITE: {str(world.deep.pk), str(world.ann.pk), "a visitor"}}
        monkeypatch.setattr(presence, "find", lambda kinds: {kind: here.get(kind, set()) for kind in kinds})
        answer = get("/bots/online").json()
        assert [bot["name"] for bot in answer["bots"]] == ["Deep"]
        world.deep.is_active = False
        world.deep.save(update_fields=["is_active"])
        assert get("/bots/online").json() == {"bots": [], "next": None}


class TestCrib:
    def test_of_a_game_is_the_file_of_its_page_and_reads_as_its_replay(self, world: World) -> None:
        text = get(f"/games/{world.game.pk}/crib").json()["crib"]
        assert text == Client().get(f"/game/{world.game.pk}/crib").content.decode()
        assert text == write_crib(load_crib(world.game.pk))
        read = post("/crib", {"crib": text}).json()
        replay = get(f"/games/{world.game.pk}/replay").json()
        assert (read["game"], read["result"], read["steps"]) == (None, replay["result"], replay["steps"])

    def test_of_a_live_game_is_refused_to_its_player_too(self, world: World) -> None:
        for headers in ({}, bearer(make_text(world.ann, *Scope))):
            assert get(f"/games/{world.live.pk}/crib", **headers).json()["code"] == "not_over"

    def test_that_is_wrong_is_refused_with_the_reason(self, world: World) -> None:
        before = Game.objects.count()
        refused = post("/crib", {"crib": SHORT_CRIB.replace("b 0-0 1", "b 0-0 2")})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
        assert "b 0-0 1 resigned" in refused.json()["says"]
        assert post("/crib", {"crib": SHORT_CRIB * 200}).json()["code"] == "bad_request"
        assert post("/crib", {"crib": "x" * 90_000}).json()["code"] == "too_long"
        assert Game.objects.count() == before
