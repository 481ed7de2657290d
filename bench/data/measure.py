"""Measures how fast finished games leave the site in bulk, and in how much memory."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.bots.tokens import make_programs
from bench.data.games import MONTH, PLAYED, PLAYERS
from bench.figure import Figure
from bench.live.accounting import peak_bytes
from bench.live.backing_services import sqlite
from bench.live.servers import ROOT, SITE, Site, clean_environment, pin_to_clients_cores, running_server
from bench.measurement import BenchOptions, MeasurementFailed

GAMES, QUICK_GAMES = 100_000, 2_000
A_CALL = 300  # games that one call may ask for
FORMATS = {".zst": "lines of JSON", ".parquet": "Parquet"}
READ_BYTES = 1 << 16


def measure(options: BenchOptions) -> Iterator[Figure]:
    """One month of games on SQLite: dumped, and exported from one server."""
    pin_to_clients_cores()
    games = QUICK_GAMES if options.quick else GAMES
    with sqlite() as backing:
        # Or the server would weigh, watch and review a year's games meanwhile.
        environment = clean_environment({**backing.environment, "CHORES": "own"})
        log_progress(f"{games:,} games are made ...")
        run_module(environment, "bench.data.fill", str(games))
        (program,) = make_programs(environment, 1)
        log_progress(f"the dump of {MONTH} ...")
        yield from measure_dump(environment, games)
        ways = {f"{A_CALL} a call": export_by_ids, "one player's, one call": export_of_player}
        for way, export in ways.items():
            log_progress(f"exported, {way} ...")
            with running_server("daphne", SITE, environment) as site:
                yield from measure_export(site, way, export(site.ports[0], program.token, games), games)


def run_module(environment: Mapping[str, str], *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, env=dict(environment), check=True)


def measure_dump(environment: Mapping[str, str], games: int) -> Iterator[Figure]:
    """Both formats of the month, by a new process, so that nothing of it is in memory yet."""
    with TemporaryDirectory(prefix="every-other-bench-", dir="/var/tmp") as folder:
        command = [sys.executable, "manage.py", "dump", MONTH, "--to", folder, "--json"]
        begun = perf_counter()
        dump = subprocess.Popen(command, cwd=ROOT, env=dict(environment), stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(dump.pid, 0)
        took = perf_counter() - begun
        if status:
            raise MeasurementFailed("the dump could not be made; why stands above.")
        yield from describe("dumped", games, took, used.ru_utime + used.ru_stime, used.ru_maxrss << 10)
        for suffix, kind in FORMATS.items():
            (file,) = Path(folder).glob(f"*{suffix}")
            yield figure("dumped", f"a game in {kind}", file.stat().st_size / games, "bytes")


def measure_export(site: Site, way: str, batches: Iterator[int], games: int) -> Iterator[Figure]:
    """All games with their moves, as fast as the server sends them."""
    before, began_with = site.cpu_seconds_so_far(), peak_bytes(site.pids[0])
    begun = perf_counter()
    exported = sum(batches)
    took, cpu = perf_counter() - begun, site.cpu_seconds_so_far() - before
    if exported != games:
        raise MeasurementFailed(f"{games:,} games were asked for, and {exported:,} came.")
    peak = peak_bytes(site.pids[0])
    yield from describe(f"exported, {way}", games, took, cpu, peak)
    yield figure(f"exported, {way}", "memory beyond what it began with", (peak - began_with) / 1e6, "MB")


def export_by_ids(port: int, token: str, games: int) -> Iterator[int]:
    """How many came with each call."""
    ids = [f"g{n:02}" for n in range(PLAYED)]
    ids += [f"g{n:02}n{copy}" for copy in range(1, games // PLAYED) for n in range(PLAYED)]
    for at in range(0, len(ids), A_CALL):
        body = json.dumps({"games": ids[at : at + A_CALL], "moves": True})
        yield count_lines(call(port, token, "POST", "/api/v1/games/export", body))


def export_of_player(port: int, token: str, games: int) -> Iterator[int]:
    yield count_lines(call(port, token, "GET", f"/api/v1/players/{PLAYERS[0]}/games?moves=true"))


def call(port: int, token: str, method: str, path: str, body: str = "") -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    if response.status != 200:
        raise MeasurementFailed(f"{path} was answered {response.status}: {response.read(200)!r}")
    return response


def count_lines(response: HTTPResponse) -> int:
    lines = 0
    while part := response.read1(READ_BYTES):
        lines += part.count(b"\n")
    return lines


def describe(way: str, games: int, took: float, cpu: float, peak: int) -> Iterator[Figure]:
    yield figure(way, f"{games:,} games", took, "s")
    yield figure(way, "rate", games / took, "games/s")
    yield figure(way, "a game", cpu / games * 1e6, "us of CPU")
    yield figure(way, "memory at most", peak / 1e6, "MB")


def figure(way: str, what: str, value: float, unit: str) -> Figure:
    return Figure("data", f"{way}: {what}", value, unit)


def log_progress(progress: str) -> None:
    print(f"data: {progress}", file=sys.stderr, flush=True)
