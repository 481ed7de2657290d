"""The Python client claims a game that its opponent has left."""

from threading import Thread

import pytest

import every_other_client as client
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from tests.worlds.programs import Player, new_program


class Simplest(client.Brain):
    """Throws and plays the first cards."""

    def choose(self, view, memory, chance):
        return client.Throw(view.hand[:2]) if view.phase == "throw" else client.Play(view.playable[0])


@pytest.mark.slow
def test_abandoned_game_is_claimed(impatient_server: Server) -> None:
    url = impatient_server.url
    stays, leaves = (new_program(url, Scope.PLAY, Scope.CHALLENGE) for _ in range(2))
    seek = stays.call_ok("POST", "/challenges", {"against": leaves.name, "target": 61})["game"]
    game = leaves.call_ok("POST", f"/challenges/{seek}/accept")["game"]

    def begin_and_leave() -> None:
        player = Player(leaves, game)
        with leaves.stream(f"/play/{game}") as stream:
            for owed in ("commit", "reveal"):
                player.give(owed, stream)
            player.listen(stream, lambda seat: bool(seat.view) and seat.view["phase"] == "throw")

    leaver = Thread(target=begin_and_leave)
    leaver.start()
    played = client.Site(url, stays.token).play(game, Simplest())
    leaver.join()
    assert played.fault is None
    assert (played.view.ended, played.view.winner) == ("left", played.view.seat)
    assert played.is_signed
