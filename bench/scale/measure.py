"""Measure pages and jobs with a million players and games, on a private PostgreSQL."""

import sys
from collections.abc import Iterator

from bench import services
from bench.children import run_child
from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement

# A busy server has no second core to spare for a query.
NO_PARALLEL_QUERIES = "?options=-c%20max_parallel_workers_per_gather%3D0"
GAMES, QUICK_GAMES = 1_000_000, 20_000


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Fill the database, and then measure everything."""
    try:
        with services.postgresql() as url:
            games = QUICK_GAMES if options.quick else GAMES
            url += NO_PARALLEL_QUERIES
            yield from run_child(Figure, "bench.scale.child", str(games), DATABASE_URL=url)
    except services.ServiceMissing as fault:
        print(f"scale: {fault}, and nothing was measured", file=sys.stderr)
