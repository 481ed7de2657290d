"""Measure players at their own pace, alone on a server and together with bots that think at 200 tables."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from time import perf_counter

from bench.figure import Figure
from bench.live.accounting import pin
from bench.live.backing_services import DATABASES
from bench.live.guests import GAMES_PER_PAIR, Guest
from bench.live.loops import open_loop
from bench.live.measure import run_on_uvloop
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.progress import log_progress
from bench.live.room import gather_limited
from bench.live.row import percentile
from bench.live.servers import CORES, SITE, Site, raise_open_file_limit, running_server
from bench.live.tables import TablePool, connect_players
from bench.live.waiting import Schedule
from bench.measurement import BenchOptions, MeasurementFailed

HUMAN_TABLES, BOT_TABLES = 50, 200
SECONDS_PER_MOVE, SECONDS_PER_BOT_TABLE_MOVE, SECONDS = 1.0, 2.0, 20.0
BOT = "advanced"


def measure(options: BenchOptions) -> Iterator[Figure]:
    """Measure on SQLite. Server, workers and clients share all cores."""
    raise_open_file_limit()
    with DATABASES["sqlite"]() as backing, running_server(SITE, backing.environment) as site:
        pin(site.pids, set(CORES))
        log_progress(f"{HUMAN_TABLES} tables of people, and {BOT_TABLES} with a bot beside them ...")
        alone, beside, moves = run_on_uvloop(measure_beside_bots(site, options.seed))
    with_them = f"beside {BOT_TABLES} with {BOT}"
    what = f"{HUMAN_TABLES} tables of people, a move every second: p99 until the opponent knows ("
    yield Figure("brains", f"{what}alone)", percentile(alone, 99) * 1e3, "ms")
    yield Figure("brains", f"{what}{with_them})", percentile(beside, 99) * 1e3, "ms", 50)
    yield Figure(
        "brains", f"moves {with_them}, a person's every {SECONDS_PER_BOT_TABLE_MOVE:g} s", moves, "moves/s"
    )


async def measure_beside_bots(site: Site, seed: int) -> tuple[list[float], list[float], float]:
    """Return seconds until opponents saw a move, without and with bots, and moves a second at the bots'
    tables.
    """
    room, meter = TablePool(site), Meter()
    await room.open_tables(HUMAN_TABLES)
    alone = await open_loop(room, SECONDS_PER_MOVE, SECONDS / 2, seed)
    bots = await open_bot_tables(site, meter)
    playing = asyncio.create_task(play_paced(bots))
    before, begun = total_plies(bots), perf_counter()
    beside = await open_loop(room, SECONDS_PER_MOVE, SECONDS, seed)
    moves = (total_plies(bots) - before) / (perf_counter() - begun)
    playing.cancel()
    room.close()
    for table in bots:
        for sitter in table.players:
            sitter.close()
    if fault := room.meter.fault or meter.fault:
        raise MeasurementFailed(fault)
    return alone, beside, moves


async def play_paced(tables: Sequence[Table]) -> None:
    """Make evenly spaced moves at every table, until it is cancelled."""
    pace = Schedule()
    for number in count():
        await pace.wait_until(number / len(tables) * SECONDS_PER_BOT_TABLE_MOVE)
        tables[number % len(tables)].play_one_move()


async def open_bot_tables(site: Site, meter: Meter) -> list[Table]:
    """Open ten tables per guest against the same bot, with the first cards dealt."""
    sit = partial(connect_players, site.ports[0], meter=meter)
    seats = []
    for _ in range(0, BOT_TABLES, GAMES_PER_PAIR):
        guest = Guest(site.ports[0])
        games = [str(guest.post("/api/games", {"against": BOT})["game"]) for _ in range(GAMES_PER_PAIR)]
        guest.close()
        seats += [
            partial(sit, game, players=[partial(MeteredPlayer, cookies=guest.cookies)]) for game in games
        ]
    return await gather_limited(seats)


def total_plies(tables: Sequence[Table]) -> int:
    return sum(table.ply for table in tables)
