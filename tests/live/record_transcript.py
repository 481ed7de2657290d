"""Play a game to 61 over a real socket and save its transcript for docs/reference/transcript.md."""

import asyncio
import json
import sys
from time import sleep

from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor, connect_player


async def play_game(visitor: Visitor) -> str:
    async with connect_player(visitor, visitor.new_game(target=61)) as person:
        await person.play_moves()
        return person.game


def logged_transcript(visitor: Visitor, game: str) -> str:
    """The transcript, once the public log holds all of the game."""
    while True:
        _, transcript = visitor.get(f"/api/games/{game}/transcript")
        if (json.loads(transcript)["log"] or {}).get("close"):
            return transcript
        sleep(0.5)


if __name__ == "__main__":
    # A key for examples only.
    with Server({"SITE_URL": "https://cards.example", "SIGNING_KEYS": "an example"}) as server:
        visitor = Visitor(server.url)
        sys.stdout.write(logged_transcript(visitor, asyncio.run(play_game(visitor))))
