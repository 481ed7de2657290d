"""Opens tables: games by two guests each, both seated, the cards dealt."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from typing import TypeVar

from bench.live.guests import GAMES_PER_PAIR, GuestPair
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.servers import Site
from bench.live.table_socket import TableSocket, keep_alive
from bench.live.waiting import wait_excluding_pauses
from bench.live.websocket import connect
from bench.measurement import MeasurementFailed

T = TypeVar("T")

MAX_CONCURRENT = 16
SETTLE_SECONDS = 0.3


class TablePool:
    """The tables of one run: those at play, those that wait until another's game is over, and these.

    Both guests of a table speak to the same server, as behind a proxy that knows a table by its path.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.meter = Meter()
        self.playing: list[Table] = []
        self.waiting: list[Table] = []
        self.finished: list[Table] = []
        self.is_exhausted = asyncio.Event()
        self._pinger: asyncio.Task[None] | None = None

    async def open_tables(self, games: int) -> None:
        """So many more tables, ready for the first throw."""
        self._pinger = self._pinger or asyncio.create_task(keep_alive(self._sockets))
        opened = await asyncio.to_thread(self._open_games, games)
        ports = cycle(self.site.ports)
        self.waiting += await gather_limited([self._table_opener(next(ports), *game) for game in opened])

    def play_continuously(self, tables: int) -> None:
        """Play at so many tables at once, from now on."""
        self.is_exhausted.clear()
        for table in self.playing:
            table.play_continuously()
        while len(self.playing) < tables and not self.is_exhausted.is_set():
            self._start_next()

    async def pause(self) -> None:
        """Stop, and let come what was sent."""
        for table in self.playing:
            table.plays_continuously = False
        await asyncio.sleep(SETTLE_SECONDS)

    def close(self) -> None:
        if self._pinger is not None:
            self._pinger.cancel()
        for socket in self._sockets():
            socket.close()

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

    def _sockets(self) -> list[TableSocket]:
        return [
            sitter for table in (*self.playing, *self.waiting, *self.finished) for sitter in table.players
        ]

    def _table_opener(self, port: int, game: str, cookies: Sequence[str]) -> Callable[[], Awaitable[Table]]:
        return lambda: connect_players(port, game, cookies, self.meter)

    def _open_games(self, games: int) -> list[tuple[str, list[str]]]:
        """Games, and the cookies of their two people."""
        opened = []
        for begun in range(0, games, GAMES_PER_PAIR):
            pair = GuestPair(self.site.ports[0])
            opened += [(pair.new_game(), pair.cookies) for _ in range(min(GAMES_PER_PAIR, games - begun))]
            pair.close()
        return opened


async def connect_players(port: int, game: str, cookies: Sequence[str], meter: Meter) -> Table:
    """Everyone at a table, the secrets shown and the first cards dealt."""
    dealt = asyncio.Semaphore(0)
    table = Table(game, meter, dealt.release)
    for own in cookies:
        await connect(port, MeteredPlayer(table, own))
    try:
        for _ in table.players:
            await wait_excluding_pauses(dealt.acquire())
    except MeasurementFailed:
        raise MeasurementFailed(meter.fault or f"No cards were dealt at table {game}.") from None
    return table


async def gather_limited(work: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """The results of all, in their order."""
    gate = asyncio.Semaphore(MAX_CONCURRENT)

    async def one(piece: Callable[[], Awaitable[T]]) -> T:
        async with gate:
            return await piece()

    return await asyncio.gather(*map(one, work))
