"""Those who enter an event over shared decks by their browsers, over real sockets."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from http.client import HTTPConnection
from typing import Any

from bench.chaos.database import query
from bench.events.browser import post
from cribbage_site.tests.server_process import Server
from rng.shared_decks import entrant_commitment
from tests.worlds.live_evening import Evening, play_evening


class Entrants:
    """Pages that have a part in the decks: each commits, and shows its secret when all do."""

    def __init__(self, port: int, deck_set: str, cookies: Sequence[str]) -> None:
        self.port, self.deck_set, self.cookies = port, deck_set, cookies

    def read(self, cookies: str) -> Any:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", f"/api/decks/{self.deck_set}", headers={"Cookie": cookies})
            return json.loads(connection.getresponse().read())

    async def enter_and_commit(self, event: str) -> None:
        for own in self.cookies:
            await post(self.port, f"/api/events/{event}/join", own)
            me = (await asyncio.to_thread(self.read, own))["me"]
            made = entrant_commitment(self.deck_set, me, secret_of(own))
            await post(self.port, f"/api/decks/{self.deck_set}/commit", own, {"c": made.hex()})

    async def reveal_when_asked(self) -> None:
        while (await asyncio.to_thread(self.read, self.cookies[0]))["must"] != "reveal":
            await asyncio.sleep(0.1)
        await asyncio.gather(*(self._reveal(own) for own in self.cookies))

    async def _reveal(self, own: str) -> None:
        secret = {"secret": secret_of(own).hex()}
        await post(self.port, f"/api/decks/{self.deck_set}/reveal", own, secret)


def secret_of(cookies: str) -> bytes:
    return sha256(cookies.encode()).digest()


def start_events(server: Server) -> None:
    """Start all events now, as a director's change does: the flow does nothing more with an old version."""
    now = "starts_at = created_at, due_at = created_at, version = version + 1"
    query(server.environment, f"UPDATE events_event SET {now}")


def play_from_now(server: Server, event: str, entrants: Entrants, games: int) -> Evening:
    """Have all enter, start the event at once, and play so many games."""

    async def play() -> Evening:
        await entrants.enter_and_commit(event)
        start_events(server)
        revealing = asyncio.ensure_future(entrants.reveal_when_asked())
        evening = await play_evening([server.port], event, entrants.cookies, games)
        await revealing
        return evening

    return asyncio.run(play())
