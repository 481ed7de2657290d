"""A program at two processes at once: what one of them is told ends streams at the other, and moves fit."""

import os
import time

import pytest

from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from tests.worlds.programs import Player, Program, new_program

pytestmark = [pytest.mark.rows, pytest.mark.slow]

EVERY = (Scope.PLAY, Scope.CHALLENGE)
# A job looks at all sockets every 20 seconds: whatever ends sooner has ended by what was published.
BEFORE_THE_JOB = 10.0


def at(server: Server, program: Program) -> Program:
    """The same program at another process."""
    return Program(server.url, program.token, program.name)


def test_a_token_that_is_revoked_ends_its_streams_everywhere(server: Server, second_server: Server) -> None:
    here = new_program(server.url, *EVERY)
    game = here.call_ok("POST", "/challenges", {"against": "novice"})["game"]
    with at(second_server, here).stream("/stream") as stream:
        stream.until("game_start", game=game)  # its empty line comes before it is known that it is open
        here.call_ok("DELETE", "/token")
        revoked = time.monotonic()
        last = stream.last()
        took = time.monotonic() - revoked
    print(f"it ended after {1000 * took:.0f} ms")
    assert last is not None
    assert last["code"] == "bad_token"
    assert took < BEFORE_THE_JOB or not os.environ.get("REDIS_URL")


if os.environ.get("REDIS_URL"):  # which joins them

    def test_a_new_event_stream_ends_the_one_elsewhere(server: Server, second_server: Server) -> None:
        here = new_program(server.url, *EVERY)
        game = here.call_ok("POST", "/challenges", {"against": "novice"})["game"]
        with at(second_server, here).stream("/stream") as old:
            old.until("game_start", game=game)  # its empty line comes before it is known that it is open
            with here.stream("/stream"):
                last = old.last()
        assert last is not None
        assert last["code"] == "replaced"

    def test_a_game_is_heard_here_and_played_there(server: Server, second_server: Server) -> None:
        here = new_program(server.url, *EVERY)
        game = here.call_ok("POST", "/challenges", {"against": "novice", "target": 61})["game"]
        player = Player(at(second_server, here), game)
        with here.stream(f"/play/{game}") as stream:
            assert max(player.play(stream)["scores"]) == 61
