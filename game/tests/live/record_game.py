"""Record a game to 61 over a real socket, a line a frame: the example of docs/protocol.md."""

import asyncio
import json

from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Visitor, connect_player


async def record_game(visitor: Visitor) -> list[Frame]:
    async with connect_player(visitor, visitor.new_game(target=61)) as person:
        await person.play_moves()
        await person.wait_for_last_link()
        return person.frame_log


if __name__ == "__main__":
    with Server({"SITE_URL": "https://cards.example", "SIGNING_KEYS": "an example"}) as server:
        for line in asyncio.run(record_game(Visitor(server.url))):
            print(json.dumps(line))
