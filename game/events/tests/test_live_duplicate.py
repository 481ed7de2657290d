"""Eight play a duplicate night over real sockets: committed, revealed, in step, closed board by board."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from http.client import HTTPConnection
from typing import Any

import pytest

from bench.chaos.database import query
from bench.events.browser import post
from bench.events.crowd import Wanted
from bench.events.evening import play_evening
from cribbage_site.tests.server_process import Server
from game.events.tests.test_live_night import check_record, fill
from rng.shared_decks import entrant_commitment

pytestmark = pytest.mark.rows

ROUNDS, PLAYERS = 2, 8


class Entrants:
    """Eight pages that have a part in the decks: each commits, and shows its secret when all do."""

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
        waiting = list(self.cookies)
        while waiting:
            status = await asyncio.to_thread(self.read, waiting[0])
            if status["must"] == "reveal":
                own = waiting.pop(0)
                secret = {"secret": secret_of(own).hex()}
                await post(self.port, f"/api/decks/{self.deck_set}/reveal", own, secret)
            else:
                await asyncio.sleep(0.1)


def secret_of(cookies: str) -> bytes:
    return sha256(cookies.encode()).digest()


def test_eight_play_two_rounds_and_every_board_follows_from_the_record(own_server: Server):
    made = fill(own_server, Wanted(players=PLAYERS, games=ROUNDS, starts_in=60, kind="duplicate"))
    (row,) = query(own_server.environment, "SELECT * FROM events_event")
    entrants = Entrants(own_server.port, row["deck_set_id"], made["cookies"])

    async def play() -> Any:
        await entrants.enter_and_commit(made["event"])
        query(own_server.environment, "UPDATE events_event SET starts_at = created_at, due_at = created_at")
        revealing = asyncio.ensure_future(entrants.reveal_when_asked())
        games = ROUNDS * PLAYERS // 2
        evening = await play_evening([own_server.port], made["event"], made["cookies"], games)
        await revealing
        return evening

    evening = asyncio.run(play())
    step = evening.last["event"]["step"]
    assert (step["closed"], step["absent"]) == (ROUNDS, [])
    lines = evening.last["standings"]
    assert {line["games"] for line in lines} == {ROUNDS}
    assert sum(line["x"] for line in lines) == pytest.approx(0)
    assert lines == sorted(lines, key=lambda line: -line["x"])
    with closing(HTTPConnection("127.0.0.1", own_server.port, timeout=60)) as connection:
        connection.request("GET", f"/api/events/{made['event']}/boards")
        boards = json.loads(connection.getresponse().read())["boards"]
    assert [(board["number"], len(board["tables"])) for board in boards] == [(2, 4), (1, 4)]
    for board in boards:
        for seat in ("first", "second"):
            assert sum(table[seat]["x"] for table in board["tables"]) == pytest.approx(0)
    check_record(own_server)
