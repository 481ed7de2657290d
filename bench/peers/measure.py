"""Measures what a move costs our server, an echo on the same server, boardgame.io and an echo in Node.

All are measured in turns, with the same clients, loops and account of CPU time as `bench live`.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from math import ceil
from time import perf_counter

from bench.fetched import NotFetched
from bench.live import alone
from bench.live.backing_services import BackingServices, sqlite
from bench.live.echo_client import EchoRoom
from bench.live.loops import open_and_play
from bench.live.measure import run_on_uvloop
from bench.live.player import Traffic
from bench.live.room import Room
from bench.live.row import AT_TABLES
from bench.live.servers import ECHO, SITE, Site, is_server_installed, pin_to_clients_cores, running_server
from bench.live.tables import TablePool
from bench.live.throughput import Throughput
from bench.measurement import BenchOptions, MeasurementFailed
from bench.peers.match import MatchRoom
from bench.peers.node import prepare_node
from bench.peers.progress import log_progress
from bench.peers.row import Cost, PeerRow, build_rows

ROUNDS, SECONDS = 2, 4.0
QUICK_ROUNDS, QUICK_SECONDS = 1, 2.0
FITTING_SECONDS = 0.5
# Moves of each table before it counts. V8 compiles while it runs: at 50 tables boardgame.io's first 2,000
# moves cost 0.95 CPU s per 1,000, and those after 16,000 cost 0.38.
WARM_UP_MOVES, V8_WARM_UP_MOVES = 40, 320
WARM_UP_TIMEOUT = 180

NOTHING = Traffic(0, 0)
DURABLE = "each move on disk before its ack, decks from a chain of hashes, signed receipts"
ECHOES = "decides nothing and keeps nothing"
IN_MEMORY = "nothing on disk, no chain of hashes, no signatures; the whole state to both is the ack"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A server that is measured; the room of its tables is told what a move of ours brings."""

    name: str
    differs: str
    serving: Callable[[], AbstractContextManager[Site]]
    build_room: Callable[[Site, Traffic], Awaitable[Room]]
    is_ours: bool = False
    warm_up_moves: int = WARM_UP_MOVES


def measure(options: BenchOptions) -> Iterator[PeerRow]:
    """Two rounds of all contestants; the short forms leave out moves that come alone, or take one round."""
    pin_to_clients_cores()
    with sqlite() as backing:
        ours = list(our_contestants(options, backing))
        if not ours:
            return
        contestants = [*ours, *node_contestants()]
        for tables in options.tables or (AT_TABLES,):
            yield from measure_in_turns(contestants, tables, options)


def our_contestants(options: BenchOptions, backing: BackingServices) -> Iterator[Contestant]:
    for server in options.servers:
        if not is_server_installed(server):
            log_progress(f"{server} is not installed: no rows of it")
            continue
        site = partial(running_server, server, SITE, backing.environment)
        yield Contestant(f"ours, {server}", DURABLE, site, table_room, is_ours=True)
        yield Contestant(f"echo, {server}", ECHOES, partial(running_server, server, ECHO, {}), echo_room)


def node_contestants() -> Iterator[Contestant]:
    try:
        node = prepare_node()
    except NotFetched as missing:
        return log_progress(f"{missing}: no rows of boardgame.io and of an echo in Node")
    boardgame, echo = (
        partial(node.serving, "boardgame_server.js", "/games"),
        partial(node.serving, "echo_server.js", "/"),
    )
    yield Contestant("boardgame.io", IN_MEMORY, boardgame, match_room, warm_up_moves=V8_WARM_UP_MOVES)
    yield Contestant("echo, Node", ECHOES, echo, echo_room, warm_up_moves=V8_WARM_UP_MOVES)


async def table_room(site: Site, traffic: Traffic) -> Room:
    return TablePool(site)


async def echo_room(site: Site, traffic: Traffic) -> Room:
    return EchoRoom(site, traffic)


async def match_room(site: Site, traffic: Traffic) -> Room:
    """A room of matches whose states are padded to the bytes of ours, after some moves without padding."""
    bare = await open_and_play(MatchRoom(site, 0), 1, FITTING_SECONDS)
    return MatchRoom(site, fit_pad(bare.traffic.bytes, traffic.bytes))


def fit_pad(bare: float, wanted: float) -> int:
    """The bytes that a state lacks, where two of them are sent for a move."""
    if bare > wanted:
        log_progress(
            f"boardgame.io sends {bare:.0f} bytes a move without padding, where ours sends {wanted:.0f}"
        )
    return max(0, round((wanted - bare) / 2))


def measure_in_turns(contestants: list[Contestant], tables: int, options: BenchOptions) -> Iterator[PeerRow]:
    """Ours come first: what a move of theirs brings the others bring as well."""
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    costs: dict[str, list[Cost]] = defaultdict(list)
    for number in range(rounds):
        traffic = NOTHING
        for each in contestants:
            log_progress(f"round {number + 1} of {rounds}: {each.name}, {tables} tables ...")
            cost = measure_contestant(each, traffic, tables, options)
            traffic = cost.traffic if each.is_ours else traffic
            costs[each.name].append(cost)
    yield from build_rows(tables, costs, {each.name: each.differs for each in contestants})


def measure_contestant(contestant: Contestant, traffic: Traffic, tables: int, options: BenchOptions) -> Cost:
    """The closed loop and then, on a fresh server, moves that come alone."""
    seconds = options.seconds or (QUICK_SECONDS if options.quick else SECONDS)
    with contestant.serving() as site:
        counted = run_on_uvloop(play_closed_loop(contestant, site, traffic, tables, seconds))
    alone_ms = None
    if not options.tables:
        with contestant.serving() as site:
            alone_ms = run_on_uvloop(play_alone(contestant, site, traffic, options))
    return Cost(counted.cpu_per_1000, alone_ms, counted.traffic, counted.clients_share)


async def play_closed_loop(
    contestant: Contestant, site: Site, traffic: Traffic, tables: int, seconds: float
) -> Throughput:
    await warm_up(contestant, site, traffic, tables)
    return await open_and_play(await contestant.build_room(site, traffic), tables, seconds)


async def play_alone(contestant: Contestant, site: Site, traffic: Traffic, options: BenchOptions) -> float:
    """Milliseconds of CPU a move."""
    seconds = alone.QUICK_SECONDS if options.quick else alone.SECONDS
    await warm_up(contestant, site, traffic, AT_TABLES)
    room = await contestant.build_room(site, traffic)
    per_move, _ = await alone.cost_alone(room, seconds, options.seed)
    return per_move.server


async def warm_up(contestant: Contestant, site: Site, traffic: Traffic, tables: int) -> None:
    """Moves that do not count, as a site that runs for days has long had them."""
    room = await contestant.build_room(site, traffic)
    moves = tables * contestant.warm_up_moves
    await room.open_tables(tables + ceil(moves / room.moves_per_game))
    room.meter.is_recording = True
    room.play_continuously(tables)
    begun = perf_counter()
    while len(room.meter.ack_latencies) < moves:
        if room.meter.fault or perf_counter() - begun > WARM_UP_TIMEOUT:
            raise MeasurementFailed(room.meter.fault or f"{contestant.name} did not come to {moves} moves.")
        await asyncio.sleep(0.05)
    await room.pause()
    room.close()
