"""Measures what a move costs that a program makes by a call, in multiples of one over a socket."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import ceil
from typing import Any

from bench.bots.room import ProgramPool
from bench.bots.tokens import make_programs
from bench.live.backing_services import BackingServices, sqlite
from bench.live.guests import GAMES_PER_PAIR
from bench.live.loops import WAITING_PER_SECOND, open_and_play
from bench.live.measure import run_on_uvloop
from bench.live.room import Room
from bench.live.servers import SITE, Site, is_server_installed, pin_to_clients_cores, running_server
from bench.live.tables import TablePool
from bench.live.throughput import CLIENTS_BUSY_SHARE, Throughput
from bench.measurement import BenchOptions

GAMES, QUICK_GAMES = 100, 10
SECONDS, QUICK_SECONDS = 4.0, 2.0
ROUNDS, QUICK_ROUNDS = 2, 1
SOCKETS, CALLS = "sockets", "calls"


@dataclass(frozen=True, slots=True)
class WayRow:
    """One way to play at its cheapest of all rounds; `times` is of sockets in the same run."""

    server: str
    games: int
    way: str
    cpu_s_per_1000: float
    times: float
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    clients_share: float

    @property
    def passes(self) -> bool:
        return True

    def to_json(self) -> dict[str, Any]:
        """The row for a program."""
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(self).items()}

    def as_text(self) -> str:
        """The row as a person reads it."""
        busy = f"; the clients were busy {self.clients_share:.0%} of the time"
        return (
            f"      bots: {self.server:7} {self.games:3} games by {self.way:7} {self.cpu_s_per_1000:.3f} CPU "
            f"s per 1,000 moves, {self.times:.2f} times sockets; {self.moves_per_s:,.0f} moves/s, answered "
            f"in p50 {self.p50_ms:.2f} ms, p99 {self.p99_ms:.2f} ms"
            f"{busy if self.clients_share > CLIENTS_BUSY_SHARE else ''}"
        )


def measure(options: BenchOptions) -> Iterator[WayRow]:
    """One process of each server on SQLite, both ways in turns, each on a server just started."""
    pin_to_clients_cores()
    for server in options.servers:
        if not is_server_installed(server):
            log_progress(f"{server} is not installed: no rows of it")
            continue
        for games in options.tables or (QUICK_GAMES if options.quick else GAMES,):
            with sqlite() as backing:
                yield from measure_both_ways(server, games, options, backing)


def measure_both_ways(
    server: str, games: int, options: BenchOptions, backing: BackingServices
) -> Iterator[WayRow]:
    seconds = options.seconds or (QUICK_SECONDS if options.quick else SECONDS)
    pairs = games + ceil(seconds * WAITING_PER_SECOND / GAMES_PER_PAIR)
    log_progress(f"{2 * pairs} accounts with tokens ...")
    programs = make_programs(backing.environment, 2 * pairs)
    ways: dict[str, Callable[[Site], Room]] = {
        SOCKETS: TablePool,
        CALLS: partial(ProgramPool, programs=programs),
    }
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    counted: dict[str, list[Throughput]] = defaultdict(list)
    for number in range(rounds):
        for way, build_room in ways.items():
            log_progress(f"round {number + 1} of {rounds}: {server}, {games} games by {way} ...")
            with running_server(server, SITE, backing.environment) as site:
                counted[way].append(run_on_uvloop(play(build_room, site, games, seconds)))
    yield from build_rows(server, games, counted)


async def play(build_room: Callable[[Site], Room], site: Site, games: int, seconds: float) -> Throughput:
    return await open_and_play(build_room(site), games, seconds)


def build_rows(server: str, games: int, counted: Mapping[str, Sequence[Throughput]]) -> list[WayRow]:
    """A row for each way, of its cheapest round: what others do on a machine only ever adds."""
    cheapest = {way: min(rounds, key=lambda each: each.cpu_per_move) for way, rounds in counted.items()}
    return [
        WayRow(
            server,
            games,
            way,
            cpu_s_per_1000=found.cpu_per_1000,
            times=found.cpu_per_move / cheapest[SOCKETS].cpu_per_move,
            moves_per_s=found.moves / found.seconds,
            p50_ms=found.p50 * 1e3,
            p99_ms=found.p99 * 1e3,
            clients_share=found.clients_share,
        )
        for way, found in cheapest.items()
    ]


def log_progress(progress: str) -> None:
    print(f"bots: {progress}", file=sys.stderr, flush=True)
