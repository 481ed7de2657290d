"""A game of two people, each of whom sits at it in two processes at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

from bench.chaos.client import some_move
from bench.chaos.database import transcript
from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Person
from game.tests.proof.pairs import Pair, cookies_of
from game.tests.proof.websocket import line


class Tabs:
    """`tabs[seat][process]`: four sockets at one game."""

    def __init__(self, game: str, tabs: list[list[Person]], environment: dict[str, str]) -> None:
        self.game, self.tabs, self.environment = game, tabs, environment

    @property
    def everyone(self) -> list[Person]:
        return [tab for tabs in self.tabs for tab in tabs]

    @property
    def view(self) -> Frame:
        """The game as the first seat sees it."""
        return self.tabs[0][0].view

    @property
    def ply(self) -> int:
        return self.tabs[0][0].ply

    @property
    def public(self) -> list[Frame]:
        """What everyone sees of it, as each was told."""
        own = ("hand", "throw", "playable", "must_go")
        return [{key: value for key, value in tab.view.items() if key not in own} for tab in self.everyone]

    @property
    def is_over(self) -> bool:
        return bool(self.view["phase"] == "over")

    @property
    def has_a_clock(self) -> bool:
        """Whether anybody's time can be up."""
        return bool(self.tabs[0][0].clocks and self.tabs[0][0].clocks["running"])

    def transcript(self) -> str:
        return transcript(self.environment, self.game)

    async def begin(self) -> None:
        """All four keep the protocol of the deal at once, until the first cards are there."""
        await asyncio.gather(*[tab.hear_cards() for tab in self.everyone])
        refused = [frame for tab in self.everyone for frame in tab.frames if frame["t"] == "refused"]
        assert not refused, "two tabs of one player commit to the same, and reveal the same"

    async def catch_up(self) -> str:
        """All four see the game as its row has it, whatever flag falls meanwhile; the transcript there."""
        stands = self.transcript()
        await asyncio.gather(*map(hello, self.everyone))
        if self.transcript() != stands:
            return await self.catch_up()
        assert len({tab.ply for tab in self.everyone}) == 1
        return stands

    async def at_once(self, *asked: tuple[Person, Frame], ply: int | None = None) -> list[Frame]:
        """Moves for one ply, from several sockets at once, and the answers."""
        at = self.ply if ply is None else ply
        return await asyncio.gather(*[tab.ask(t="move", ply=at, move=move) for tab, move in asked])

    def moves(self, seat: int, whim: Random) -> list[Frame]:
        """A legal move of a seat that is awaited, and another one if there is one."""
        view = self.tabs[seat][0].view
        first = some_move(view, whim)
        for _ in range(20):
            if not same(second := some_move(view, whim), first):
                return [first, second]
        return [first]


def same(one: Frame, other: Frame) -> bool:
    """Whether two moves are one; the cards of a throw have no order."""
    return {**one, "cards": sorted(one.get("cards", ()))} == {
        **other,
        "cards": sorted(other.get("cards", ())),
    }


async def hello(tab: Person) -> None:
    await tab.say(t="hello", since=-1)
    await tab.hear_until("table")


@asynccontextmanager
async def four_tabs(servers: list[Server], pair: Pair, whim: Random, **wanted: Any) -> AsyncIterator[Tabs]:
    """A new game, begun."""
    game = await asyncio.to_thread(pair.new_game, **wanted)
    async with AsyncExitStack() as stack:
        tabs: list[list[Person]] = []
        for visitor in (pair.host, pair.guest):
            secret = whim.randbytes(32)
            tabs.append([])
            for server in servers[:2]:
                opened = line(server.ws_url, game, cookies_of(visitor))
                tabs[-1].append(Person(await stack.enter_async_context(opened), game, secret))
        table = Tabs(game, tabs, servers[0].environment)
        for tab in table.everyone:
            await tab.say(t="hello", since=-1)
        await table.begin()
        await table.catch_up()
        yield table
