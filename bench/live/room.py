"""The tables of one run, which replace each other as their games end."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from bench.live.player import Meter, Player, Table
from bench.live.servers import Site
from bench.live.table_socket import keep_alive

T = TypeVar("T")

MOVES_PER_GAME = 95
MAX_CONCURRENT = 16
SETTLE_SECONDS = 0.3


class Room(ABC):
    """Active tables, and waiting ones that replace them as games end."""

    moves_per_game: float = MOVES_PER_GAME

    def __init__(self, site: Site) -> None:
        self.site = site
        self.meter = Meter()
        self.playing: list[Table] = []
        self.waiting: list[Table] = []
        self.finished: list[Table] = []
        self.is_exhausted = asyncio.Event()
        self._pinger: asyncio.Task[None] | None = None

    @abstractmethod
    async def seat_players(self, tables: int) -> None:
        """Open this many new tables, ready for the first move.

        Each is added to the waiting ones as soon as its sockets are open, so that these are pinged.
        """

    async def open_tables(self, tables: int) -> None:
        """Open this many waiting tables."""
        self._pinger = self._pinger or asyncio.create_task(keep_alive(self._players))
        await self.seat_players(tables)

    def play_continuously(self, tables: int) -> None:
        """Play at this many tables at once, from now on."""
        self.is_exhausted.clear()
        for table in self.playing:
            table.play_continuously()
        while len(self.playing) < tables and not self.is_exhausted.is_set():
            self._start_next()

    async def pause(self) -> None:
        """Stop, and receive what was sent."""
        for table in self.playing:
            table.plays_continuously = False
        await asyncio.sleep(SETTLE_SECONDS)

    def close(self) -> None:
        if self._pinger is not None:
            self._pinger.cancel()
        for player in self._players():
            player.close()

    def _start_next(self) -> None:
        if not self.waiting:
            return self.is_exhausted.set()
        table = self.waiting.pop()
        table.on_end = lambda: self._finish(table)
        self.playing.append(table)
        table.play_continuously()

    def _finish(self, table: Table) -> None:
        table.on_end = lambda: None
        self.playing.remove(table)
        self.finished.append(table)
        self._start_next()

    def _players(self) -> list[Player]:
        return [
            player for table in (*self.playing, *self.waiting, *self.finished) for player in table.players
        ]


async def gather_limited(
    work: Sequence[Callable[[], Awaitable[T]]], at_once: int = MAX_CONCURRENT
) -> list[T]:
    """Return the results of all, in their order."""
    gate = asyncio.Semaphore(at_once)

    async def one(piece: Callable[[], Awaitable[T]]) -> T:
        async with gate:
            return await piece()

    return await asyncio.gather(*map(one, work))
