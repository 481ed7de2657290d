"""A room of tables: games opened by two guests each, each guest at his seat, the cards dealt."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from typing import TypeVar

from bench.live.guests import OF_A_PAIR, Pair
from bench.live.player import Meter, Sitter, Table
from bench.live.servers import Site
from bench.live.table_socket import TableSocket, keep_alive
from bench.live.waiting import patiently
from bench.live.websocket import connect
from bench.measurement import NothingMeasured

T = TypeVar("T")

AT_A_TIME = 16
A_PAUSE = 0.3


class Room:
    """The tables of one run: those at play, those that wait until another's game is over, and these.

    Both guests of a table speak to the same server, as behind a proxy that knows a table by its path.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.meter = Meter()
        self.playing: list[Table] = []
        self.waiting: list[Table] = []
        self.over: list[Table] = []
        self.is_used_up = asyncio.Event()
        self._alive: asyncio.Task[None] | None = None

    async def lay(self, games: int) -> None:
        """So many more tables, ready for the first throw."""
        self._alive = self._alive or asyncio.create_task(keep_alive(self._sockets))
        opened = await asyncio.to_thread(self._open_games, games)
        ports = cycle(self.site.ports)
        self.waiting += await a_few_at_a_time([self._seats(next(ports), *game) for game in opened])

    def play_on(self, tables: int) -> None:
        """Play at so many tables at once, from now on."""
        self.is_used_up.clear()
        for table in self.playing:
            table.play_on()
        while len(self.playing) < tables and not self.is_used_up.is_set():
            self._next()

    async def pause(self) -> None:
        """Stop, and let come what was sent."""
        for table in self.playing:
            table.at_once = False
        await asyncio.sleep(A_PAUSE)

    def close(self) -> None:
        if self._alive is not None:
            self._alive.cancel()
        for socket in self._sockets():
            socket.close()

    def _next(self) -> None:
        if not self.waiting:
            return self.is_used_up.set()
        table = self.waiting.pop()
        table.ended = lambda: self._end(table)
        self.playing.append(table)
        table.play_on()

    def _end(self, table: Table) -> None:
        table.ended = lambda: None
        self.playing.remove(table)
        self.over.append(table)
        self._next()

    def _sockets(self) -> list[TableSocket]:
        return [sitter for table in (*self.playing, *self.waiting, *self.over) for sitter in table.sitters]

    def _seats(self, port: int, game: str, cookies: Sequence[str]) -> Callable[[], Awaitable[Table]]:
        return lambda: sit_down(port, game, cookies, self.meter)

    def _open_games(self, games: int) -> list[tuple[str, list[str]]]:
        """Games, and the cookies of their two people."""
        opened = []
        for begun in range(0, games, OF_A_PAIR):
            pair = Pair(self.site.ports[0])
            opened += [(pair.new_game(), pair.cookies) for _ in range(min(OF_A_PAIR, games - begun))]
            pair.close()
        return opened


async def sit_down(port: int, game: str, cookies: Sequence[str], meter: Meter) -> Table:
    """Everyone at a table, the secrets shown and the first cards dealt."""
    dealt = asyncio.Semaphore(0)
    table = Table(game, meter, dealt.release)
    for own in cookies:
        await connect(port, Sitter(table, own))
    try:
        for _ in table.sitters:
            await patiently(dealt.acquire())
    except NothingMeasured:
        raise NothingMeasured(meter.fault or f"No cards were dealt at table {game}.") from None
    return table


async def a_few_at_a_time(work: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """The results of all, in their order."""
    gate = asyncio.Semaphore(AT_A_TIME)

    async def one(piece: Callable[[], Awaitable[T]]) -> T:
        async with gate:
            return await piece()

    return await asyncio.gather(*map(one, work))
