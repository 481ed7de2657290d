"""Record a game to 61 over a real socket, a line a frame: the example of docs/reference/protocol.md."""

import asyncio
import json
from typing import Any

from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_table


class CarefulPlayer(ScriptedPlayer):
    """A player who shows a secret, and throws, only with the server's receipt in hand."""

    def __init__(self, socket: Any, game: str) -> None:
        super().__init__(socket, game, entropy.secret())
        self.reveals_secret = False  # not at once
        self.receipts: list[str] = []

    async def receive(self) -> Frame:
        frame = await super().receive()
        if frame["t"] == "table":
            await self.send(t="receipts", since=len(self.receipts))
        elif frame["t"] == "receipts":
            self.receipts[frame["since"] :] = frame["notes"]
        return frame

    async def wait_for_receipt(self, step: str) -> None:
        while not any(f"\nstep {step}\n" in note for note in self.receipts):
            await self.receive()

    async def reveal_secret(self) -> None:
        await self.wait_for_receipt("both-stand")
        await self.request(t="reveal", secret=self.secret.hex())

    async def wait_for_turn(self) -> None:
        await super().wait_for_turn()
        if self.view["phase"] == "throw":
            await self.wait_for_receipt(f"saw {self.view['deal']}")


async def record_game(visitor: Visitor) -> list[Frame]:
    game = visitor.new_game(target=61)
    async with connect_table(visitor.url.replace("http", "ws", 1), game, visitor.cookie_header) as socket:
        person = CarefulPlayer(socket, game)
        await person.send(t="hello", since=-1)
        await person.reveal_secret()
        await person.play_moves()
        await person.wait_for_receipt("over")
        return person.frame_log


if __name__ == "__main__":
    with Server({"SITE_URL": "https://cards.example", "SIGNING_KEYS": "an example"}) as server:
        for line in asyncio.run(record_game(Visitor(server.url))):
            print(json.dumps(line))
