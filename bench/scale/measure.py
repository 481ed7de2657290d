"""Measure pages and jobs with a million players and games, on a private PostgreSQL."""

import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec

from bench import services
from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement, MeasurementFailed

# A busy server has no second core to spare for a query.
NO_PARALLEL_QUERIES = "?options=-c%20max_parallel_workers_per_gather%3D0"
GAMES, QUICK_GAMES = 1_000_000, 20_000


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Fill the database, and then measure everything."""
    try:
        with services.postgresql() as url:
            yield from run_child(url, QUICK_GAMES if options.quick else GAMES)
    except services.ServiceMissing as fault:
        print(f"scale: {fault}, and nothing was measured", file=sys.stderr)


def run_child(url: str, games: int) -> Iterator[Measurement]:
    command = [sys.executable, "-m", "bench.scale.child", str(games)]
    environment = {**os.environ, "DATABASE_URL": url + NO_PARALLEL_QUERIES}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=Figure)
    if process.returncode:
        raise MeasurementFailed("the site could not be measured; the output above says why.")
