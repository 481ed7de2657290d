"""Measures what an event costs beyond its games: an evening, and as many games without one."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from urllib.request import urlopen

from bench.events.crowd import Wanted, arguments
from bench.events.evening import Evening, play_evening, play_games
from bench.figure import Figure
from bench.live.backing_services import DATABASES, BackingServices, with_redis
from bench.live.measure import run_on_uvloop
from bench.live.progress import log_progress
from bench.live.servers import ROOT, SITE, Site, clean_environment, pin_to_clients_cores, running_server
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.services import ServiceMissing

PLAYERS = {"sqlite": 32, "postgresql": 100}
QUICK_PLAYERS = 16
GAMES = 5
PROCESSES = {"sqlite": 1, "postgresql": 2}
IDLE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What some games cost, beyond what an idle site does in the same time."""

    games: int
    seconds: float
    cpu: float

    @property
    def ms_a_game(self) -> float:
        return self.cpu / self.games * 1000


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """An evening on each database; on PostgreSQL two processes serve it."""
    pin_to_clients_cores()
    for database in options.databases:
        players = (options.tables or (QUICK_PLAYERS if options.quick else PLAYERS[database],))[0]
        try:
            with ExitStack() as stack:
                backing = stack.enter_context(DATABASES[database]())
                if PROCESSES[database] > 1:
                    backing = stack.enter_context(with_redis(backing))
                profile = Path(options.profile).resolve() if options.profile else None
                yield from _measure(backing, database, players, PROCESSES[database], profile)
        except ServiceMissing as missing:
            log_progress(f"{missing}: no evening on {database}")


def _measure(
    backing: BackingServices, database: str, players: int, processes: int, profile: Path | None
) -> Iterator[Measurement]:
    where = f"{database}, {processes} {'process' if processes == 1 else 'processes'}, {players} players"
    environment = {**backing.environment, "REVIEW_GAMES": "0"}
    with ExitStack() as stack:
        sites = [
            stack.enter_context(running_server("daphne", SITE, environment, backing.pids, profile))
            for _ in range(processes)
        ]
        site = reduce(add, sites)
        idle = _idle_cpu_a_second(site)
        _warm_up(site, environment)
        alone = _play_alone(site, environment, players, idle)
        log_progress(f"{where}: {alone.games} games alone, {alone.ms_a_game:.1f} ms of CPU each")
        with sites[0].profiled():
            together, evening = _play_event(site, environment, players, idle)
        _check(environment)
    beyond = together.ms_a_game / alone.ms_a_game - 1
    yield Figure("events", f"CPU of a game alone ({where})", alone.ms_a_game, "ms")
    yield Figure(
        "events", f"CPU of a game of an event, all of the event with it ({where})", together.ms_a_game, "ms"
    )
    yield Figure("events", f"CPU of an event beyond its games ({where})", beyond * 100, "% of theirs", 5)
    yield Figure("events", f"a night of {GAMES} games ({where})", together.seconds, "s")
    yield Figure("events", f"frames of the event's sockets ({where})", evening.frames / players, "a player")
    yield Figure(
        "events", f"bytes of the event's sockets ({where})", evening.bytes / players / 1000, "kB a player"
    )


def _idle_cpu_a_second(site: Site) -> float:
    """What the site does while nobody plays: its jobs, which an evening lasts through."""
    _wake(site)
    sleep(2)
    before, begun = site.cpu_seconds_so_far(), perf_counter()
    sleep(IDLE_SECONDS)
    return (site.cpu_seconds_so_far() - before) / (perf_counter() - begun)


def _wake(site: Site) -> None:
    """A process starts its jobs with its first visitor."""
    for port in site.ports:
        urlopen(f"http://127.0.0.1:{port}/", timeout=20).close()


def _play_alone(site: Site, environment: dict[str, str], players: int, idle: float) -> Cost:
    """As many games of as many players, who find each other by themselves."""
    made = _fill(environment, Wanted(players))
    half = players // 2
    rounds = [[(one, half + (one + turn) % half) for one in range(half)] for turn in range(GAMES)]
    before, begun = site.cpu_seconds_so_far(), perf_counter()
    run_on_uvloop(play_games(site.ports, rounds, made["cookies"]))
    return _cost(site, half * GAMES, before, begun, idle)


def _warm_up(site: Site, environment: dict[str, str]) -> None:
    """A first small event: a worker process has to start, and what pairs many has to be imported."""
    made = _fill(environment, Wanted(14, 1, starts_in=3))
    run_on_uvloop(play_evening(site.ports, made["event"], made["cookies"], 7))


def _play_event(site: Site, environment: dict[str, str], players: int, idle: float) -> tuple[Cost, Evening]:
    games = players * GAMES // 2
    made = _fill(environment, Wanted(players, GAMES, starts_in=5 + players / 10))
    before, begun = site.cpu_seconds_so_far(), perf_counter()
    evening = run_on_uvloop(play_evening(site.ports, made["event"], made["cookies"], games))
    return _cost(site, games, before, begun, idle), evening


def _cost(site: Site, games: int, before: float, begun: float, idle: float) -> Cost:
    seconds = perf_counter() - begun
    return Cost(games, seconds, site.cpu_seconds_so_far() - before - idle * seconds)


def _fill(environment: dict[str, str], wanted: Wanted) -> Any:
    said = subprocess.run(
        [sys.executable, *arguments(wanted)],
        cwd=ROOT, env=clean_environment(environment), check=True, capture_output=True, text=True,
    )  # fmt: skip
    return json.loads(said.stdout.strip().splitlines()[-1])


def _check(environment: dict[str, str]) -> None:
    """Every pairing and every sum has to follow from the record."""
    checked = subprocess.run(
        [sys.executable, "manage.py", "recompute_events", "--check"],
        cwd=ROOT, env=clean_environment(environment), capture_output=True, text=True,
    )  # fmt: skip
    if checked.returncode:
        raise MeasurementFailed(checked.stdout[-2000:])
