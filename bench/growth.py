"""Measure every read with ever more rows on a private PostgreSQL, and compare."""

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bench import services
from bench.children import run_child
from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.scale.measure import NO_PARALLEL_QUERIES

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (100, 200, 400)
ROUNDS, QUICK_ROUNDS = 15, 3
COST, STATEMENTS = ": p50", ": statements"
# Of the exponent. A read in proportion to the rows nears 1 as that part outgrows the rest of its cost.
LIMIT = 0.5


@dataclass(frozen=True, slots=True)
class Read:
    """A read: its CPU milliseconds and its statements with each number of rows."""

    what: str
    rows: tuple[int, ...]
    cpu_ms: tuple[float, ...]
    statements: tuple[float, ...]

    @property
    def growth(self) -> float:
        """The exponent of the cost over the rows, between the two largest sizes."""
        (fewer, more), (before, after) = self.rows[-2:], self.cpu_ms[-2:]
        return math.log(after / before) / math.log(more / fewer)

    def as_text(self) -> str:
        """Return the read as a row of the table."""
        cells = (f"{cost:9.1f} {many:4.0f}" for cost, many in zip(self.cpu_ms, self.statements, strict=True))
        verdict = "    " if self.growth < LIMIT else "FAIL"
        return f"{verdict}  {self.what:60.60}{''.join(cells)}{self.growth:9.2f}"


@dataclass(frozen=True, slots=True)
class Table:
    """All reads, those that grow most first."""

    reads: tuple[Read, ...]

    @property
    def passes(self) -> bool:
        return all(read.growth < LIMIT for read in self.reads)

    def to_json(self) -> dict[str, Any]:
        """Return the table for a program."""
        reads = [asdict(read) | {"growth": read.growth} for read in self.reads]
        return {"part": "growth", "limit": LIMIT, "passes": self.passes, "reads": reads}

    def as_text(self) -> str:
        """Return the table for a person."""
        sizes = "".join(f"{rows:14,}" for rows in self.reads[0].rows)
        head = f"      {'ms CPU, statements':60}{sizes}{'growth':>9}"
        return "\n".join([head, *(read.as_text() for read in self.reads)])


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Fill a database of each size, measure every read on it, and yield one table."""
    sizes = sorted(set(options.sizes or (QUICK_SIZES if options.quick else SIZES)))
    if len(sizes) < 2 or sizes[0] < QUICK_SIZES[0]:
        raise MeasurementFailed(f"--sizes takes two numbers or more, each from {QUICK_SIZES[0]} on.")
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    try:
        with services.postgresql() as cluster:
            yield compare({rows: measure_size(cluster, rows, rounds) for rows in sizes})
    except services.ServiceMissing as fault:
        print(f"growth: {fault}, and nothing was measured", file=sys.stderr)


def measure_size(cluster: str, rows: int, rounds: int) -> list[Figure]:
    """Return the figures of all reads with this many rows, in a database of their own."""
    with services.temporary_database(cluster) as url:
        words, url = (str(rows), str(rounds)), url + NO_PARALLEL_QUERIES
        return list(run_child(Figure, "bench.scale.child", *words, DATABASE_URL=url))


def compare(by_size: Mapping[int, Iterable[Figure]]) -> Table:
    """Return the reads that were measured at every size, those that grow most first."""
    values = [{figure.what: figure.value for figure in figures} for figures in by_size.values()]
    everywhere = set[str].intersection(*(set(of_size) for of_size in values))
    reads = [
        Read(
            what := name.removesuffix(COST),
            tuple(by_size),
            tuple(of_size[name] for of_size in values),
            tuple(of_size[what + STATEMENTS] for of_size in values),
        )
        for name in everywhere
        if name.endswith(COST)
    ]
    return Table(tuple(sorted(reads, key=lambda read: -read.growth)))
