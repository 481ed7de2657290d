"""The loops that are measured: as fast as may be, as fast as the echo, and at people's pace."""

import asyncio
from functools import partial
from hashlib import sha256
from math import ceil

from bench.live.echo_client import ACK_BYTES, Echoed
from bench.live.player import Meter
from bench.live.servers import Site
from bench.live.tables import Room, a_few_at_a_time
from bench.live.throughput import Counted, count, undisturbed
from bench.live.waiting import Pace
from bench.live.websocket import connect
from rng.twister import stream

TRIAL = WARM_UP = 0.4
MOVES_A_GAME = 95
# The first moves are the slowest.
MORE = 1.3
# Where moves are cheap, games run out before the time does: opening still more would take longer.
WAITING_PER_SECOND = 75


async def closed_loop(room: Room, tables: int, seconds: float) -> Counted:
    """So many tables at once, each moving as soon as it may, with new games for those that end meanwhile.

    Opening a game costs more than playing it, so a trial tells how many are needed; they wait, dealt.
    """
    room.play_on(tables)
    trial = await count(room.site, room.meter, TRIAL, room.is_used_up)
    await room.pause()
    moves = MORE * trial.moves / trial.seconds * (TRIAL + WARM_UP + seconds)
    if moves > tables * MOVES_A_GAME / 2:
        await room.lay(min(ceil(moves / MOVES_A_GAME), int(WAITING_PER_SECOND * seconds)))
    room.play_on(tables)
    await asyncio.sleep(WARM_UP)
    with room.site.profiled():
        return await count(room.site, room.meter, seconds, room.is_used_up)


async def echo_loop(site: Site, bytes_per_move: float, tables: int, seconds: float) -> Counted:
    """The same with the echo, which sends as many bytes for every move."""
    meter = Meter()
    event = round((bytes_per_move - ACK_BYTES) / 2)

    async def pair(number: int) -> Echoed:
        path = f"/ws/echo/{number}/{event}"
        await connect(site.ports[0], Echoed(path, meter))
        return await connect(site.ports[0], Echoed(path, meter))

    for one in await a_few_at_a_time([partial(pair, number) for number in range(tables)]):
        one.speak()
    await asyncio.sleep(WARM_UP)
    return await count(site, meter, seconds)


async def open_loop(room: Room, every: float, seconds: float, seed: int) -> list[float]:
    """At people's pace, until all that was sent came: seconds until the opponent knew of each move."""
    await at_peoples_pace(room, every, seconds, seed)
    await room.pause()
    room.meter.counting = False
    return room.meter.reached


async def at_peoples_pace(room: Room, every: float, seconds: float, seed: int) -> None:
    """A move of every table every so many seconds, evenly spread, and counted."""
    tables = room.waiting
    chance = stream(sha256(f"{seed}".encode()).digest(), "bench delays")
    room.meter.clear()
    room.meter.counting = True
    with undisturbed():
        pace = Pace()
        for number in range(int(seconds / every * len(tables))):
            await pace.until((number + chance.random()) / len(tables) * every)
            tables[number % len(tables)].play_one()
