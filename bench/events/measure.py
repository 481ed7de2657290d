"""Measures what an event costs beyond its games: an evening, and the same games without one."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from pathlib import Path
from statistics import mean, median
from time import perf_counter, sleep
from typing import Any
from urllib.request import urlopen

from bench.events.crowd import Wanted, arguments
from bench.events.evening import Evening, Opening, Pace, play_evening, play_games
from bench.figure import Figure
from bench.live.accounting import process_tree, resident_bytes
from bench.live.backing_services import DATABASES, BackingServices, with_redis
from bench.live.measure import run_on_uvloop
from bench.live.progress import log_progress
from bench.live.servers import ROOT, SITE, Site, clean_environment, pin_to_clients_cores, running_server
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.services import ServiceMissing

PLAYERS = {"sqlite": (32,), "postgresql": (64, 400)}
QUICK_PLAYERS = (16,)
PROCESSES = {"sqlite": 1, "postgresql": 2}
IDLE_SECONDS = 10.0
ROUNDS = 2
# Less than two thirds of what one core carries: what is measured is what a move costs, not how it waits.
MOVES_A_SECOND = 240
JOINS_A_SECOND = 16
PAGE_SECONDS = 3.0  # a page counts them down before it opens one's table
SEATS = 200  # so many are filled, or two each: an evening of many is no longer than one of few


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening that is measured: how many play, how many games each, and how fast."""

    players: int

    @property
    def games(self) -> int:
        """As many games each as take about as long to play, however many they are."""
        return max(2, min(5, SEATS // self.players))

    @property
    def games_in_all(self) -> int:
        return self.players * self.games // 2

    @property
    def pace(self) -> Pace:
        return Pace(self.players / JOINS_A_SECOND, self.players / 2 / MOVES_A_SECOND, PAGE_SECONDS)


@dataclass(frozen=True, slots=True)
class Cost:
    """What some games cost the servers and their database, beyond what an idle site does in the same time."""

    games: int
    seconds: float
    cpu: float
    memory: int

    @property
    def ms_a_game(self) -> float:
        return self.cpu / self.games * 1000


@dataclass(frozen=True, slots=True)
class Pairings:
    """How long the pairings of an event took, and how long its players waited for their tables."""

    longest: float
    waits: Sequence[float]


@dataclass(frozen=True, slots=True)
class Comparison:
    """An evening, and then the same games without an event."""

    together: Cost
    alone: Cost
    evening: Evening
    pairings: Pairings

    @property
    def beyond(self) -> float:
        """What the event cost beyond its games, as a share of theirs."""
        return self.together.ms_a_game / self.alone.ms_a_game - 1


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Evenings on each database; on PostgreSQL two processes serve them."""
    pin_to_clients_cores()
    for database in options.databases:
        try:
            for players in options.tables or (QUICK_PLAYERS if options.quick else PLAYERS[database]):
                with ExitStack() as stack:
                    backing = stack.enter_context(DATABASES[database]())
                    if PROCESSES[database] > 1:
                        backing = stack.enter_context(with_redis(backing))
                    profile = Path(options.profile).resolve() if options.profile else None
                    yield from _measure(backing, database, Plan(players), profile)
        except ServiceMissing as missing:
            log_progress(f"{missing}: no evening on {database}")


def _measure(
    backing: BackingServices, database: str, plan: Plan, profile: Path | None
) -> Iterator[Measurement]:
    processes = PROCESSES[database]
    where = f"{database}, {processes} {'process' if processes == 1 else 'processes'}, {plan.players} players"
    environment = {**backing.environment, "REVIEW_GAMES": "0"}
    with ExitStack() as stack:
        sites = [
            stack.enter_context(running_server("daphne", SITE, environment, backing.pids, profile))
            for _ in range(processes)
        ]
        site = reduce(add, sites)
        idle = _idle_cpu_a_second(site)
        _warm_up(site, environment)
        compared = []
        for _ in range(1 if profile else ROUNDS):
            with sites[0].profiled():
                together, evening = _play_event(site, environment, plan, idle)
            pairings = _read_pairings(site, evening.event)
            alone = _play_alone(site, environment, plan, evening.openings, idle)
            compared.append(Comparison(together, alone, evening, pairings))
            log_progress(_describe(where, compared[-1]))
        _check(environment)
    yield from _figures(where, plan, compared)


def _describe(where: str, compared: Comparison) -> str:
    """One comparison in a line."""
    together, alone, waits = compared.together, compared.alone, compared.pairings.waits
    return (
        f"{where}: {alone.games} games, {alone.cpu:.1f} s of CPU in {alone.seconds:.0f} s; of an event "
        f"{together.cpu:.1f} s in {together.seconds:.0f} s, {compared.beyond:+.1%}; "
        f"{alone.memory / 1e6:.0f} and {together.memory / 1e6:.0f} MB; longest pairing "
        f"{compared.pairings.longest:.2f} s; free for {median(waits):.1f} s, at most {max(waits):.1f} s; "
        f"{compared.evening.lost} sockets lost"
    )


def _figures(where: str, plan: Plan, compared: Sequence[Comparison]) -> Iterator[Figure]:
    """The mean of all comparisons, and what of each the others tell."""

    def figure(what: str, values: Iterable[float], unit: str, target: float | None = None) -> Figure:
        return Figure("events", f"{what} ({where}, {plan.games} games each)", mean(values), unit, target)

    waits = [wait for each in compared for wait in each.pairings.waits]
    yield figure("CPU of the games alone", (each.alone.cpu for each in compared), "s")
    yield figure("CPU of an event with its games", (each.together.cpu for each in compared), "s")
    for number, each in enumerate(compared, 1):
        yield figure(f"CPU of an event beyond its games, round {number}", [each.beyond * 100], "% of theirs")
    beyond = mean(each.together.cpu for each in compared) / mean(each.alone.cpu for each in compared) - 1
    yield figure("CPU of an event beyond its games", [beyond * 100], "% of theirs", 5)
    yield figure("the event lasts", (each.together.seconds for each in compared), "s")
    yield figure(
        "memory of all processes after an event", (each.together.memory / 1e6 for each in compared), "MB"
    )
    yield figure("the longest pairing", [max(each.pairings.longest for each in compared)], "s")
    yield figure("free until the table opens, the middle one", [median(waits)], "s")
    yield figure("free until the table opens, the longest", [max(waits)], "s")
    each_ones = [each.evening for each in compared]
    yield figure(
        "frames of the event's sockets", (one.frames / plan.players for one in each_ones), "a player"
    )
    yield figure(
        "bytes of the event's sockets", (one.bytes / plan.players / 1000 for one in each_ones), "kB a player"
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


def _play_alone(
    site: Site, environment: dict[str, str], plan: Plan, openings: Sequence[Opening], idle: float
) -> Cost:
    """The games of an event by as many players who open them by themselves, each at the same moment."""
    made = _fill(environment, Wanted(plan.players))
    moments = [replace(opening, at=opening.at - openings[0].at) for opening in openings]
    before, begun = site.cpu_seconds_so_far(), perf_counter()
    run_on_uvloop(play_games(site.ports, moments, made["cookies"], plan.pace))
    return _cost(site, len(openings), before, begun, idle)


def _warm_up(site: Site, environment: dict[str, str]) -> None:
    """A first small event: a worker process has to start, and what pairs many has to be imported."""
    made = _fill(environment, Wanted(14, 1, starts_in=3))
    evening = run_on_uvloop(play_evening(site.ports, made["event"], made["cookies"], 7))
    run_on_uvloop(play_games(site.ports, evening.openings[:2], _fill(environment, Wanted(14))["cookies"]))


def _play_event(site: Site, environment: dict[str, str], plan: Plan, idle: float) -> tuple[Cost, Evening]:
    starts_in = 5 + 1.2 * plan.pace.joining
    made = _fill(environment, Wanted(plan.players, plan.games, starts_in=starts_in))
    before, begun = site.cpu_seconds_so_far(), perf_counter()
    evening = run_on_uvloop(
        play_evening(site.ports, made["event"], made["cookies"], plan.games_in_all, plan.pace)
    )
    return _cost(site, len(evening.ended), before, begun, idle), evening


def _cost(site: Site, games: int, before: float, begun: float, idle: float) -> Cost:
    seconds = perf_counter() - begun
    cpu = site.cpu_seconds_so_far() - before - idle * seconds
    return Cost(games, seconds, cpu, sum(resident_bytes(each.pid) for each in process_tree(site.pids)))


def _read_pairings(site: Site, event: str) -> Pairings:
    """What the record says of how soon the tables came."""
    with urlopen(f"http://127.0.0.1:{site.ports[0]}/api/events/{event}/pairings", timeout=60) as answer:
        rounds = json.load(answer)["pairings"]
    waits = []
    for each in rounds:
        since = {free["player"]: free["since"] for free in each["draw"]["free"]}
        waits += [(game["opened"] - since[who]) / 1000 for game in each["games"] for who in game["entries"]]
    return Pairings(max((each["at"] - each["draw"]["at"]) / 1000 for each in rounds), waits)


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
