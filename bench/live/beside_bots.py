"""People at their own pace, alone in a server, and then while bots think at 200 tables beside theirs."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from time import perf_counter

from bench.figure import Figure
from bench.live.accounting import pin
from bench.live.backing_services import DATABASES
from bench.live.guests import OF_A_PAIR, Guest
from bench.live.loops import open_loop
from bench.live.measure import run
from bench.live.player import Meter, Table
from bench.live.progress import say
from bench.live.row import percentile
from bench.live.servers import CORES, SITE, Site, is_installed, open_files, serving
from bench.live.tables import Room, a_few_at_a_time, sit_down
from bench.live.waiting import Pace
from bench.measurement import NothingMeasured, Wanted

PEOPLES_TABLES, BOTS_TABLES = 50, 200
A_MOVE_EVERY, A_MOVE_BESIDE_EVERY, SECONDS = 1.0, 2.0, 20.0
BOT = "advanced"


def measure(wanted: Wanted) -> Iterator[Figure]:
    """With the first of the servers that there is, on SQLite; server, workers and clients share all cores."""
    server = next(filter(is_installed, wanted.servers), None)
    if server is None:
        return say(f"{wanted.servers[0]} is not installed: no tables of people beside bots")
    open_files()
    with DATABASES["sqlite"]() as backing, serving(server, SITE, backing.environment) as site:
        pin(site.pids, set(CORES))
        say(f"{server}: {PEOPLES_TABLES} tables of people, and {BOTS_TABLES} with a bot beside them ...")
        alone, beside, moves = run(play(site, wanted.seed))
    with_them = f"beside {BOTS_TABLES} with {BOT}"
    what = f"{PEOPLES_TABLES} tables of people, a move every second: p99 until the opponent knows ({server}, "
    yield Figure("brains", f"{what}alone)", percentile(alone, 99) * 1e3, "ms")
    yield Figure("brains", f"{what}{with_them})", percentile(beside, 99) * 1e3, "ms", 50)
    yield Figure("brains", f"moves {with_them}, a person's every {A_MOVE_BESIDE_EVERY:g} s", moves, "moves/s")


async def play(site: Site, seed: int) -> tuple[list[float], list[float], float]:
    """Seconds until opponents knew, without bots and beside them, and moves a second at the bots' tables."""
    room, meter = Room(site), Meter()
    await room.lay(PEOPLES_TABLES)
    alone = await open_loop(room, A_MOVE_EVERY, SECONDS / 2, seed)
    bots = await with_bots(site, meter)
    playing = asyncio.create_task(at_their_pace(bots))
    before, begun = plies(bots), perf_counter()
    beside = await open_loop(room, A_MOVE_EVERY, SECONDS, seed)
    moves = (plies(bots) - before) / (perf_counter() - begun)
    playing.cancel()
    room.close()
    for table in bots:
        for sitter in table.sitters:
            sitter.close()
    if fault := room.meter.fault or meter.fault:
        raise NothingMeasured(fault)
    return alone, beside, moves


async def at_their_pace(tables: Sequence[Table]) -> None:
    """A move at every table every so many seconds, evenly spread, until it is cancelled."""
    pace = Pace()
    for number in count():
        await pace.until(number / len(tables) * A_MOVE_BESIDE_EVERY)
        tables[number % len(tables)].play_one()


async def with_bots(site: Site, meter: Meter) -> list[Table]:
    """Guests at ten tables each, across from the same bot, with the first cards dealt."""
    sit = partial(sit_down, site.ports[0], meter=meter)
    seats = []
    for _ in range(0, BOTS_TABLES, OF_A_PAIR):
        guest = Guest(site.ports[0])
        games = [str(guest.post("/api/games", {"against": BOT})["game"]) for _ in range(OF_A_PAIR)]
        guest.close()
        seats += [partial(sit, game, cookies=[guest.cookies]) for game in games]
    return await a_few_at_a_time(seats)


def plies(tables: Sequence[Table]) -> int:
    return sum(table.ply for table in tables)
