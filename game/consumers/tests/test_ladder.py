"""The leaderboard over real sockets, through two processes: it changes when a rated game ends."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.scripted_player import Frame, Visitor, connect_player


class Looker:
    """A visitor with an open leaderboard."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def say(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def hear(self, kind: str) -> Frame:
        while (frame := json.loads(await self.socket.recv()))["t"] != kind:
            pass
        return dict(frame)

    async def hear_of(self, words: str) -> str:
        """Return the list once it contains these words."""
        while words not in (rows := (await self.hear("ladder"))["rows"]):
            pass
        return str(rows)


@asynccontextmanager
async def looking(server: Server, kind: str = "house") -> AsyncIterator[Looker]:
    address = f"{server.url.replace('http', 'ws', 1)}/ws/ladder"
    async with websockets.connect(
        address, additional_headers={"Origin": server.url}, open_timeout=PATIENCE
    ) as socket:
        looker = Looker(socket)
        await looker.say(t="hello", kind=kind)
        yield looker


async def lose_to_novice(visitor: Visitor) -> None:
    """Resign a rated game as soon as a deal is counted: a finished loss."""
    game = await asyncio.to_thread(visitor.new_game, "novice", rated=True)
    async with connect_player(visitor, game) as person:
        await person.wait_for_cards()
        await person.play_to_deal(2)
        await person.resign()


@pytest.mark.slow
@pytest.mark.rows
def test_a_player_with_five_games_appears_and_moves_live(server: Server, second_server: Server) -> None:
    ann, name = Visitor(server.url), f"Ann-{entropy.name_suffix()}"
    ann.sign_up(name)

    async def watch() -> None:
        async with asyncio.timeout(PATIENCE), looking(server) as here, looking(second_server) as there:
            await here.hear("ladder")
            await there.hear("ladder")
            for _ in range(5):
                await lose_to_novice(ann)
            rows = await here.hear_of(f'data-key="{name}"')
            assert f'href="/@{name}"' in rows
            await lose_to_novice(ann)
            for looker in (here, there):
                assert f'data-key="{name}"' in await looker.hear_of("–6<")

    asyncio.run(watch())


def test_only_the_requested_list_is_sent(server: Server) -> None:
    async def look() -> None:
        async with asyncio.timeout(PATIENCE), looking(server, "people") as looker:
            assert (await looker.hear("ladder"))["kind"] == "people"
            await looker.say(t="hello", kind="house")
            assert (await looker.hear("ladder"))["kind"] == "house"

    asyncio.run(look())


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "{",
        '{"t": "hello"}',
        '{"t": "hello", "kind": "horses"}',
        '{"t": "hello", "kind": "house", "x": 1}',
        "[]",
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_the_line_stays(server: Server, nonsense: str) -> None:
    async def speak() -> None:
        async with asyncio.timeout(PATIENCE), looking(server) as looker:
            await looker.socket.send(nonsense)
            refused = await looker.hear("refused")
            assert refused["code"] == "nonsense"
            assert refused["says"].startswith("The server doesn’t know this message")
            await looker.say(t="ping")
            await looker.hear("pong")

    asyncio.run(speak())
