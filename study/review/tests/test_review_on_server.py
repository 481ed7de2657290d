"""A server makes requested reviews."""

import asyncio
import json
from time import monotonic, sleep

import pytest

from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import call_api
from tests.worlds.scripted_player import Visitor, connect_player

PATIENCE = 60


@pytest.mark.slow
def test_requested_review_is_made(server: Server):
    visitor = Visitor(server.url)
    game = visitor.new_game("novice", target=61)

    async def resign() -> None:
        async with connect_player(visitor, game) as person, asyncio.timeout(PATIENCE):
            await person.wait_for_cards()
            await person.make_move({"kind": "resign"})

    asyncio.run(resign())
    status, answer = call_api(visitor, f"games/{game}/review")
    assert (status, answer["deals"]) == (202, 1)
    until = monotonic() + PATIENCE
    while answer["state"] == "waiting" and monotonic() < until:
        sleep(0.2)
        answer = json.loads(visitor.get(f"/api/games/{game}/review")[1])
    assert answer["state"] == "done"
    assert answer["review"]["ended"] == "resigned"
