"""The measured loops: as fast as possible, the echo at the same rate, and at people's pace."""

import asyncio
from hashlib import sha256
from math import ceil

from bench.live.echo_client import EchoRoom
from bench.live.player import Traffic
from bench.live.room import Room
from bench.live.servers import Site
from bench.live.throughput import Throughput, measure_throughput, without_gc
from bench.live.waiting import Schedule
from rng.twister import stream

TRIAL = WARM_UP = 0.4
# The first moves are the slowest.
SPARE_FACTOR = 1.3
# Where moves are cheap, games run out before the time does. Opening even more would take longer.
WAITING_PER_SECOND = 75


async def closed_loop(room: Room, tables: int, seconds: float) -> Throughput:
    """Play at this many tables at once, each as fast as possible, with new games for those that end.

    Opening a game costs more than playing it. A trial run estimates how many are needed; they wait, dealt.
    """
    room.play_continuously(tables)
    trial = await measure_throughput(room.site, room.meter, TRIAL, room.is_exhausted)
    await room.pause()
    moves = SPARE_FACTOR * trial.moves / trial.seconds * (TRIAL + WARM_UP + seconds)
    if moves > tables * room.moves_per_game / 2:
        await room.open_tables(min(ceil(moves / room.moves_per_game), int(WAITING_PER_SECOND * seconds)))
    room.play_continuously(tables)
    await asyncio.sleep(WARM_UP)
    return await measure_throughput(room.site, room.meter, seconds, room.is_exhausted)


async def echo_loop(site: Site, traffic: Traffic, tables: int, seconds: float) -> Throughput:
    """Run the echo with as many frames and bytes per move."""
    return await open_and_play(EchoRoom(site, traffic), tables, seconds)


async def open_and_play(room: Room, tables: int, seconds: float) -> Throughput:
    """Run the closed loop in an empty room, and close it afterwards."""
    await room.open_tables(tables)
    counted = await closed_loop(room, tables, seconds)
    await room.pause()
    room.close()
    return counted


async def open_loop(room: Room, every: float, seconds: float, seed: int) -> list[float]:
    """Play at people's pace until every move has arrived. Return the seconds until opponents saw each."""
    await play_at_human_pace(room, every, seconds, seed)
    await room.pause()
    room.meter.is_recording = False
    return room.meter.opponent_latencies


async def play_at_human_pace(room: Room, every: float, seconds: float, seed: int) -> None:
    """Make evenly spaced, counted moves at every table."""
    tables = room.waiting
    chance = stream(sha256(f"{seed}".encode()).digest(), "bench delays")
    room.meter.clear()
    room.meter.is_recording = True
    with without_gc():
        pace = Schedule()
        for number in range(int(seconds / every * len(tables))):
            await pace.wait_until((number + chance.random()) / len(tables) * every)
            tables[number % len(tables)].play_one_move()
