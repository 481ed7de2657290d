"""Runs the loops that are measured: as fast as possible, as fast as the echo, and at people's pace."""

import asyncio
from functools import partial
from hashlib import sha256
from math import ceil

from bench.live.echo_client import ACK_BYTES, EchoClient
from bench.live.player import Meter
from bench.live.servers import Site
from bench.live.tables import TablePool, gather_limited
from bench.live.throughput import Throughput, measure_throughput, without_gc
from bench.live.waiting import Schedule
from bench.live.websocket import connect
from rng.twister import stream

TRIAL = WARM_UP = 0.4
MOVES_PER_GAME = 95
# The first moves are the slowest.
SPARE_FACTOR = 1.3
# Where moves are cheap, games run out before the time does: opening still more would take longer.
WAITING_PER_SECOND = 75


async def closed_loop(room: TablePool, tables: int, seconds: float) -> Throughput:
    """So many tables at once, each moving as soon as it may, with new games for those that end meanwhile.

    Opening a game costs more than playing it, so a trial tells how many are needed; they wait, dealt.
    """
    room.play_continuously(tables)
    trial = await measure_throughput(room.site, room.meter, TRIAL, room.is_exhausted)
    await room.pause()
    moves = SPARE_FACTOR * trial.moves / trial.seconds * (TRIAL + WARM_UP + seconds)
    if moves > tables * MOVES_PER_GAME / 2:
        await room.open_tables(min(ceil(moves / MOVES_PER_GAME), int(WAITING_PER_SECOND * seconds)))
    room.play_continuously(tables)
    await asyncio.sleep(WARM_UP)
    with room.site.profiled():
        return await measure_throughput(room.site, room.meter, seconds, room.is_exhausted)


async def echo_loop(site: Site, bytes_per_move: float, tables: int, seconds: float) -> Throughput:
    """The same with the echo, which sends as many bytes for every move."""
    meter = Meter()
    event = round((bytes_per_move - ACK_BYTES) / 2)

    async def pair(number: int) -> EchoClient:
        path = f"/ws/echo/{number}/{event}"
        await connect(site.ports[0], EchoClient(path, meter))
        return await connect(site.ports[0], EchoClient(path, meter))

    for one in await gather_limited([partial(pair, number) for number in range(tables)]):
        one.send_move()
    await asyncio.sleep(WARM_UP)
    return await measure_throughput(site, meter, seconds)


async def open_loop(room: TablePool, every: float, seconds: float, seed: int) -> list[float]:
    """At people's pace, until all that was sent came: seconds until the opponent knew of each move."""
    await play_at_human_pace(room, every, seconds, seed)
    await room.pause()
    room.meter.is_recording = False
    return room.meter.opponent_latencies


async def play_at_human_pace(room: TablePool, every: float, seconds: float, seed: int) -> None:
    """A move of every table every so many seconds, evenly spread, and counted."""
    tables = room.waiting
    chance = stream(sha256(f"{seed}".encode()).digest(), "bench delays")
    room.meter.clear()
    room.meter.is_recording = True
    with without_gc():
        pace = Schedule()
        for number in range(int(seconds / every * len(tables))):
            await pace.wait_until((number + chance.random()) / len(tables) * every)
            tables[number % len(tables)].play_one_move()
