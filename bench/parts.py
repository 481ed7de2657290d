"""The parts of the bench. Each yields its measurements as soon as they are known."""

from collections.abc import Callable, Iterator

from bench.measurement import BenchOptions, Measurement
from common.lazy_import import lazy_import

# Imported when they run: `--help` needs no NumPy, browser or database.
PARTS: dict[str, Callable[[BenchOptions], Iterator[Measurement]]] = {
    "engine": lambda wanted: lazy_import("bench.engine.measure")(),
    "brains": lazy_import("bench.brains.measure"),
    "fairness": lambda wanted: lazy_import("bench.fairness.measure")(),
    "live": lazy_import("bench.live.measure.measure"),
    "processes": lazy_import("bench.live.processes.measure"),
    "scale": lazy_import("bench.scale.measure"),
    "growth": lazy_import("bench.growth.measure"),
    "cost": lazy_import("bench.cost.measure"),
    "page": lazy_import("bench.page.measure"),
    "requests": lazy_import("bench.requests.measure"),
    "log-ins": lazy_import("bench.log_ins.measure"),
}
