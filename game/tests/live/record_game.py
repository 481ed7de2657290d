"""Record a game to 61 over a real socket, a line a frame: the example of docs/protocol.md."""

import asyncio
import json

from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Visitor, sit_down


async def a_game(visitor: Visitor) -> list[Frame]:
    async with sit_down(visitor, visitor.new_game(target=61)) as person:
        await person.play_on()
        await person.hear_last_link()
        return person.wire


if __name__ == "__main__":
    with Server() as server:
        for line in asyncio.run(a_game(Visitor(server.url))):
            print(json.dumps(line))
