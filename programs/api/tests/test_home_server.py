"""Calls and streams of a home server, which runs Daphne. All other tests of them use uvicorn."""

import time
from collections.abc import Iterator

import pytest

from conftest import server_on_this_database
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import HomeServer, Server
from game.tokens.scopes import Scope
from tests.worlds.programs import Player, new_program

pytestmark = pytest.mark.slow

EVERY = (Scope.PLAY, Scope.CHALLENGE)


@pytest.fixture(scope="module")
def home() -> Iterator[Server]:
    with server_on_this_database(HomeServer) as server:
        yield server


def test_a_game_is_played_by_calls_and_its_stream(home: Server) -> None:
    ann = new_program(home.url, *EVERY)
    game = ann.call_ok("POST", "/challenges", {"against": "novice", "target": 61})["game"]
    with ann.stream("/stream") as events, ann.stream(f"/play/{game}") as stream:
        assert (stream.status, stream.headers["X-Accel-Buffering"]) == (200, "no")
        assert stream.headers["Content-Type"] == "application/x-ndjson"
        assert stream.beats.get(timeout=PATIENCE) == b"\n"
        events.until("game_start", game=game)
        assert max(Player(ann, game).play(stream)["scores"]) == 61
        events.until("game_over", game=game)


def test_a_stream_ends_with_its_token(home: Server) -> None:
    ann = new_program(home.url, *EVERY)
    with ann.stream("/stream") as stream:
        stream.beats.get(timeout=PATIENCE)
        ann.call_ok("DELETE", "/token")
        last = stream.last()
    assert last is not None
    assert (last["t"], last["code"]) == ("bye", "bad_token")


def test_seek_is_withdrawn_when_its_stream_disconnects(home: Server) -> None:
    ann = new_program(home.url, *EVERY)
    with ann.stream("/seeks", "POST", {}) as stream:
        seek = stream.until("waiting")["game"]
    deadline = time.monotonic() + PATIENCE
    while seek in [each["id"] for each in ann.call_ok("GET", "/challenges")["mine"]]:
        assert time.monotonic() < deadline, "it was not withdrawn"
        time.sleep(0.1)


def test_stopping_server_announces_it_on_streams(home: Server) -> None:
    ann = new_program(home.url, *EVERY)
    with ann.stream("/stream") as stream:
        stream.beats.get(timeout=PATIENCE)
        assert home.stop() == 0
        last = stream.last()
    home.start()  # for the tests that follow in a random order
    assert last is not None
    assert (last["t"], last["code"]) == ("bye", "restart")
