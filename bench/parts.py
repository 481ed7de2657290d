"""The parts of the bench. Each yields its measurements as soon as they are known."""

from collections.abc import Callable, Iterator

from bench import (
    admin,
    brains,
    cost,
    engine,
    fairness,
    ladder,
    log_ins,
    page,
    requests,
    scale,
    start,
)
from bench.live import processes
from bench.live.measure import measure
from bench.measurement import BenchOptions, Measurement

PARTS: dict[str, Callable[[BenchOptions], Iterator[Measurement]]] = {
    "engine": lambda wanted: engine.measure(),
    "brains": brains.measure,
    "ladder": ladder.measure,
    "fairness": lambda wanted: fairness.measure(),
    "live": measure,
    "processes": processes.measure,
    "admin": admin.measure,
    "scale": scale.measure,
    "cost": cost.measure,
    "page": page.measure,
    "requests": requests.measure,
    "log-ins": log_ins.measure,
    "start": start.measure,
}
