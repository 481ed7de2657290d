"""Pages and chores with a million players and games: on a private PostgreSQL, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec

from bench import services
from bench.figure import Figure
from bench.measurement import Measured, NothingMeasured, Wanted

# A busy house has no second core to spare for a query.
ONE_CORE_A_QUERY = "?options=-c%20max_parallel_workers_per_gather%3D0"
GAMES, QUICK = 1_000_000, 20_000


def measure(wanted: Wanted) -> Iterator[Measured]:
    """Fill it, and then ask it everything."""
    try:
        with services.postgresql() as url:
            yield from inside(url, QUICK if wanted.quick else GAMES)
    except services.ServiceMissing as fault:
        print(f"scale: {fault}, and nothing was measured", file=sys.stderr)


def inside(url: str, games: int) -> Iterator[Measured]:
    command = [sys.executable, "-m", "bench.scale.child", str(games)]
    environment = {**os.environ, "DATABASE_URL": url + ONE_CORE_A_QUERY}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=Figure)
    if process.returncode:
        raise NothingMeasured("the house could not be measured; why stands above.")
