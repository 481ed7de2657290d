"""A game of two people, each of whom sits at it in two processes at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

from bench.chaos.client import random_move
from bench.chaos.database import load_transcript
from cribbage_site.tests.server_process import Server
from tests.proof.pairs import VisitorPair
from tests.worlds.scripted_player import Frame, ScriptedPlayer, connect_table

FAR_AHEAD = 100_000  # a ply that no game reaches
# So that a connection lasts as long as both ends want, however slow the machine is.
PATIENCE: dict[str, Any] = {"close_timeout": 1, "ping_interval": None}


class TwoTabGame:
    """`tabs[seat][process]`: four sockets at one game."""

    def __init__(self, game: str, tabs: list[list[ScriptedPlayer]], environment: dict[str, str]) -> None:
        self.game, self.tabs, self.environment = game, tabs, environment

    @property
    def players(self) -> list[ScriptedPlayer]:
        return [tab for tabs in self.tabs for tab in tabs]

    @property
    def view(self) -> Frame:
        """The game as the first seat sees it."""
        return self.tabs[0][0].view

    @property
    def ply(self) -> int:
        return self.tabs[0][0].ply

    @property
    def public_views(self) -> list[Frame]:
        """Return each client's public view."""
        own = ("hand", "throw", "playable", "must_go")
        return [{key: value for key, value in tab.view.items() if key not in own} for tab in self.players]

    @property
    def is_over(self) -> bool:
        return bool(self.view["phase"] == "over")

    @property
    def is_clock_running(self) -> bool:
        """Return whether any player's clock can run out."""
        return bool(self.tabs[0][0].clocks and self.tabs[0][0].clocks["running"])

    def load_transcript(self) -> str:
        return load_transcript(self.environment, self.game)

    async def wait_until_dealt(self) -> None:
        """All four keep the protocol of the deal at once, until the first cards are there."""
        await asyncio.gather(*[tab.wait_for_cards() for tab in self.players])
        refused = [frame for tab in self.players for frame in tab.frames if frame["t"] == "refused"]
        assert not refused, "two tabs of one player commit to the same, and reveal the same"

    async def resync(self) -> str:
        """All four see the game as its row has it, whatever flag falls meanwhile; the transcript there."""
        stands = self.load_transcript()
        await asyncio.gather(*map(catch_up, self.players))
        if self.load_transcript() != stands:
            return await self.resync()
        assert len({tab.ply for tab in self.players}) == 1
        return stands

    async def request_moves_together(
        self, *requests: tuple[ScriptedPlayer, Frame], ply: int | None = None
    ) -> list[Frame]:
        """Moves for one ply, from several sockets at once, and the answers."""
        at = self.ply if ply is None else ply
        return await asyncio.gather(*[tab.request(t="move", ply=at, move=move) for tab, move in requests])

    def legal_moves(self, seat: int, randomness: Random) -> list[Frame]:
        """A legal move of a seat that is awaited, and another one if there is one."""
        view = self.tabs[seat][0].view
        first = random_move(view, randomness)
        for _ in range(20):
            if not is_same_move(second := random_move(view, randomness), first):
                return [first, second]
        return [first]


def is_same_move(one: Frame, other: Frame) -> bool:
    """Whether two moves are one; the cards of a throw have no order."""
    return {**one, "cards": sorted(one.get("cards", ()))} == {
        **other,
        "cards": sorted(other.get("cards", ())),
    }


async def catch_up(tab: ScriptedPlayer) -> None:
    """Have a process read the row: a move further on than it knows makes it, and is then refused.

    A hello would too, but more than one a second of a socket are answered late.
    """
    answer = await tab.request(t="move", ply=FAR_AHEAD, move={"kind": "go"})
    assert answer["code"] == "no_such_ply"


@asynccontextmanager
async def open_four_tabs(
    servers: list[Server], pair: VisitorPair, randomness: Random, **wanted: Any
) -> AsyncIterator[TwoTabGame]:
    """A new game, begun."""
    game = await asyncio.to_thread(pair.new_game, **wanted)
    async with AsyncExitStack() as stack:
        tabs: list[list[ScriptedPlayer]] = []
        for visitor in (pair.host, pair.guest):
            secret = randomness.randbytes(32)
            tabs.append([])
            for server in servers[:2]:
                opened = connect_table(server.ws_url, game, visitor.cookie_header, **PATIENCE)
                tabs[-1].append(ScriptedPlayer(await stack.enter_async_context(opened), game, secret))
        table = TwoTabGame(game, tabs, servers[0].environment)
        for tab in table.players:
            await tab.send(t="hello", since=-1)
        await table.wait_until_dealt()
        await table.resync()
        yield table
