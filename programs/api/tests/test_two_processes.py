"""A program that uses two processes at once: messages from one process end streams at the other."""

import os
import time

import pytest

from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from tests.worlds.programs import Player, Program, new_program

pytestmark = [pytest.mark.rows, pytest.mark.slow]

EVERY = (Scope.PLAY, Scope.CHALLENGE)
# A job checks all sockets every 20 seconds: an earlier end was caused by a published message.
BEFORE_THE_JOB = 10.0


def at(server: Server, program: Program) -> Program:
    """Return the same program at another process."""
    return Program(server.url, program.token, program.name)


def test_a_token_that_is_revoked_ends_its_streams_everywhere(server: Server, second_server: Server) -> None:
    here = new_program(server.url, *EVERY)
    game = here.call_ok("POST", "/challenges", {"against": "novice"})["game"]
    with at(second_server, here).stream("/stream") as stream:
        # The empty line comes before the server has registered the stream.
        stream.until("game_start", game=game)
        here.call_ok("DELETE", "/token")
        revoked = time.monotonic()
        last = stream.last()
        took = time.monotonic() - revoked
    print(f"it ended after {1000 * took:.0f} ms")
    assert last is not None
    assert last["code"] == "bad_token"
    assert took < BEFORE_THE_JOB or not os.environ.get("REDIS_URL")


if os.environ.get("REDIS_URL"):  # which connects them

    def test_a_new_event_stream_ends_the_one_elsewhere(server: Server, second_server: Server) -> None:
        here = new_program(server.url, *EVERY)
        game = here.call_ok("POST", "/challenges", {"against": "novice"})["game"]
        with at(second_server, here).stream("/stream") as old:
            # The empty line comes before the server has registered the stream.
            old.until("game_start", game=game)
            with here.stream("/stream"):
                last = old.last()
        assert last is not None
        assert last["code"] == "replaced"

    def test_game_streams_from_one_process_and_is_played_at_another(
        server: Server, second_server: Server
    ) -> None:
        here = new_program(server.url, *EVERY)
        game = here.call_ok("POST", "/challenges", {"against": "novice", "target": 61})["game"]
        player = Player(at(second_server, here), game)
        with here.stream(f"/play/{game}") as stream:
            assert max(player.play(stream)["scores"]) == 61
