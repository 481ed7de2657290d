"""Sockets and tables where nothing happens: what they hold in memory, and whether thousands are answered."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bench.figure import Figure
from bench.live.guests import Pair
from bench.live.progress import say
from bench.live.row import percentile
from bench.live.servers import Site, open_files
from bench.live.table_socket import PING_EVERY, keep_alive, ping_each
from bench.live.tables import Room, a_few_at_a_time
from bench.live.throughput import undisturbed
from bench.live.waiting import patiently
from bench.live.watcher import Watcher
from bench.live.websocket import connect

FEW_TABLES = 10
# What the first ones cost, the allocator's own store too, is not theirs.
FIRST_SOCKETS, SOCKETS, MOST_SOCKETS = 300, 2000, 5000
FIRST_TABLES, TABLES = 100, 400
MOVES = 40
SOCKETS_OF_ONE = 100  # more in a minute would be too much at once
SPARE_FILES = 200
# A page takes a server that is silent for ten seconds for dead.
IN_TIME = 1000


@dataclass(frozen=True, slots=True)
class Idle:
    """Bytes for one more of each, and the seconds that pings took."""

    socket: float
    table: float
    pongs: list[float]

    def figures(self, where: str) -> Iterator[Figure]:
        yield Figure("live", f"memory of an idle socket ({where})", self.socket / 1e3, "kB", 40)
        yield Figure("live", f"memory of an idle table ({where})", self.table / 1e3, "kB", 30)
        if self.pongs:
            p99 = percentile(self.pongs, 99) * 1e3
            what = f"a ping's p99 with {MOST_SOCKETS:,} idle sockets, each pinging every 15 s ({where})"
            yield Figure("live", what, p99, "ms", IN_TIME)


async def idle(site: Site) -> Idle:
    """Sockets that watch few tables; tables with their two players' sockets, in the middle of a deal."""
    room = Room(site)
    await room.lay(FEW_TABLES)
    crowd = Crowd(site, [table.game for table in room.waiting])
    await crowd.grow(FIRST_SOCKETS)
    before = site.memory()
    await crowd.grow(FIRST_SOCKETS + SOCKETS)
    socket = (site.memory() - before) / SOCKETS

    await lay_and_play(room, FIRST_TABLES)
    before = site.memory()
    await lay_and_play(room, TABLES)
    table = (site.memory() - before) / TABLES - 2 * socket
    pongs = []
    if open_files() > MOST_SOCKETS + 2 * (FIRST_TABLES + TABLES) + SPARE_FILES:
        await crowd.grow(MOST_SOCKETS)
        pongs = await crowd.ping_round()
    else:
        say(f"no more than {open_files()} open files are allowed: {MOST_SOCKETS:,} sockets are left out")
    return Idle(socket, table, pongs)


async def lay_and_play(room: Room, tables: int) -> None:
    """So many more tables, all of them some moves into their games."""
    await room.lay(tables)
    fresh = room.waiting[-tables:]
    for table in fresh:
        table.play_on()
    while min(table.ply for table in fresh) < MOVES:
        await asyncio.sleep(0.05)
    for table in fresh:
        table.at_once = False


class Crowd:
    """Idle sockets at few tables, of people who play elsewhere."""

    def __init__(self, site: Site, games: Sequence[str]) -> None:
        self.site, self.games = site, games
        self.cookies: list[str] = []
        self.watchers: list[Watcher] = []
        self.pongs: list[float] = []
        self._alive = asyncio.create_task(keep_alive(lambda: self.watchers))

    async def grow(self, size: int) -> None:
        """More of them, until there are so many."""
        while len(self.cookies) * SOCKETS_OF_ONE < size:
            self.cookies += Pair(self.site.ports[0]).with_a_game().cookies
        more = range(len(self.watchers), size)
        self.watchers += await a_few_at_a_time([partial(self._join, number) for number in more])

    async def ping_round(self) -> list[float]:
        """What the pings of all took; one that was not answered took the whole time."""
        self._alive.cancel()
        self.pongs.clear()
        with undisturbed():
            await ping_each(self.watchers)
        await asyncio.sleep(1)
        missing = len(self.watchers) - len(self.pongs)
        return self.pongs + [PING_EVERY] * missing

    async def _join(self, number: int) -> Watcher:
        game = self.games[number % len(self.games)]
        watcher = await connect(
            self.site.ports[0], Watcher(game, self.cookies[number // SOCKETS_OF_ONE], self.pongs)
        )
        await patiently(watcher.sees_table)
        return watcher
