"""Measure idle sockets and tables: their memory, and whether thousands of pings are answered."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bench.figure import Figure
from bench.live.guests import GuestPair
from bench.live.progress import log_progress
from bench.live.room import gather_limited
from bench.live.row import percentile
from bench.live.servers import Site, raise_open_file_limit
from bench.live.table_socket import PING_EVERY, keep_alive, ping_each
from bench.live.tables import TablePool
from bench.live.throughput import without_gc
from bench.live.waiting import wait_excluding_pauses
from bench.live.watcher import Watcher
from bench.live.websocket import connect
from game.consumers.limits import MAX_PER_ACCOUNT

FEW_TABLES = 10
# The first ones also pay for the allocator's reserve, so they are not measured.
WARM_UP_SOCKETS, SOCKETS, MOST_SOCKETS = 300, 2000, 5000
WARM_UP_TABLES, TABLES = 100, 400
MOVES = 40
SPARE_FILES = 200
# A page treats a server that is silent for ten seconds as dead.
PING_LIMIT_MS = 1000


@dataclass(frozen=True, slots=True)
class IdleCost:
    """The bytes per additional socket or table, and the seconds that pings took."""

    socket: float
    table: float
    pongs: list[float]

    def figures(self, where: str) -> Iterator[Figure]:
        yield Figure("live", f"memory of an idle socket ({where})", self.socket / 1e3, "kB", 40)
        yield Figure("live", f"memory of an idle table ({where})", self.table / 1e3, "kB", 30)
        if self.pongs:
            p99 = percentile(self.pongs, 99) * 1e3
            what = f"a ping's p99 with {MOST_SOCKETS:,} idle sockets, each pinging every 15 s ({where})"
            yield Figure("live", what, p99, "ms", PING_LIMIT_MS)


async def measure_idle(site: Site) -> IdleCost:
    """Measure watchers' sockets at few tables, then tables with both players' sockets in mid-deal."""
    room = TablePool(site)
    await room.open_tables(FEW_TABLES)
    crowd = IdleSockets(site, [table.game for table in room.waiting])
    await crowd.grow(WARM_UP_SOCKETS)
    before = site.memory_bytes()
    await crowd.grow(WARM_UP_SOCKETS + SOCKETS)
    socket = (site.memory_bytes() - before) / SOCKETS

    await open_and_play_tables(room, WARM_UP_TABLES)
    before = site.memory_bytes()
    await open_and_play_tables(room, TABLES)
    table = (site.memory_bytes() - before) / TABLES - 2 * socket
    pongs = []
    if raise_open_file_limit() > MOST_SOCKETS + 2 * (WARM_UP_TABLES + TABLES) + SPARE_FILES:
        await crowd.grow(MOST_SOCKETS)
        pongs = await crowd.ping_all()
    else:
        log_progress(
            f"no more than {raise_open_file_limit()} open files are allowed: "
            f"{MOST_SOCKETS:,} sockets are left out"
        )
    return IdleCost(socket, table, pongs)


async def open_and_play_tables(room: TablePool, tables: int) -> None:
    """Open this many more tables, all some moves into their games."""
    await room.open_tables(tables)
    fresh = room.waiting[-tables:]
    for table in fresh:
        table.play_continuously()
    while min(table.ply for table in fresh) < MOVES:
        await asyncio.sleep(0.05)
    for table in fresh:
        table.plays_continuously = False


class IdleSockets:
    """Idle sockets at few tables, of players who play elsewhere."""

    def __init__(self, site: Site, games: Sequence[str]) -> None:
        self.site, self.games = site, games
        self.cookies: list[str] = []
        self.watchers: list[Watcher] = []
        self._pinger = asyncio.create_task(keep_alive(lambda: self.watchers))

    async def grow(self, size: int) -> None:
        """Open more, up to this number."""
        while len(self.cookies) * MAX_PER_ACCOUNT < size:
            self.cookies += GuestPair(self.site.ports[0]).become_guests().cookies
        more = range(len(self.watchers), size)
        self.watchers += await gather_limited([partial(self._open_watcher, number) for number in more])

    async def ping_all(self) -> list[float]:
        """Ping all, and return the times. An unanswered ping counts with the whole time."""
        self._pinger.cancel()
        for watcher in self.watchers:
            watcher.pongs.clear()
        with without_gc():
            await ping_each(self.watchers)
        await asyncio.sleep(1)
        return [pong for watcher in self.watchers for pong in watcher.pongs or [PING_EVERY]]

    async def _open_watcher(self, number: int) -> Watcher:
        game = self.games[number % len(self.games)]
        own = self.cookies[number // MAX_PER_ACCOUNT]
        watcher = await connect(self.site.ports[0], Watcher(game, own))
        await wait_excluding_pauses(watcher.received.wait())
        return watcher
