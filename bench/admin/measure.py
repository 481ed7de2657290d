"""Measure how fast the admin's pages open after a hundred thousand games, on each database."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import msgspec

from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.services import ServiceMissing, postgresql

GAMES, QUICK_GAMES = 100_000, 5_000


@contextmanager
def temporary_sqlite_path() -> Iterator[str]:
    """Yield the path of a new file on a real disk."""
    with TemporaryDirectory(prefix="every-other-bench-", dir="/var/tmp") as work:
        yield f"{work}/bench.sqlite3"


# The environment variable that names each database, and the function that creates one.
DATABASES = {"sqlite": ("DATABASE_PATH", temporary_sqlite_path), "postgresql": ("DATABASE_URL", postgresql)}


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Open every page in a process that only knows one database."""
    for name in options.databases:
        variable, database = DATABASES[name]
        try:
            with database() as where:
                yield from _run_child(name, {variable: where}, QUICK_GAMES if options.quick else GAMES)
        except ServiceMissing as missing:
            print(f"admin: {missing}, and its pages were not measured there", file=sys.stderr)


def _run_child(name: str, where: dict[str, str], games: int) -> Iterator[Measurement]:
    command = [sys.executable, "-m", "bench.admin.child", name, str(games)]
    with subprocess.Popen(command, env=os.environ | where, stdout=subprocess.PIPE) as inside:
        assert inside.stdout is not None
        for line in inside.stdout:
            yield msgspec.json.decode(line, type=Figure)
    if inside.returncode:
        raise MeasurementFailed(f"the pages on {name} could not be opened; the output above says why.")
