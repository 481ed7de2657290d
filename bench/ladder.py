"""Measure how fast the ladder is read with a million players, and with which query plan."""

import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec

from bench import services
from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement, MeasurementFailed


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Query a private PostgreSQL as the pages do, in a process that knows no other database."""
    try:
        with services.postgresql() as url:
            yield from _run_child(url)
    except services.ServiceMissing as fault:
        print(f"ladder: {fault}, and the ladder was not measured", file=sys.stderr)


def _run_child(url: str) -> Iterator[Measurement]:
    command = [sys.executable, "-m", "bench.ladder_child"]
    environment = {**os.environ, "DATABASE_URL": url}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as inside:
        assert inside.stdout is not None
        for line in inside.stdout:
            yield msgspec.json.decode(line, type=Figure)
    if inside.returncode:
        raise MeasurementFailed("the ladder could not be read; the output above says why.")
