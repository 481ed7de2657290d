"""The parts there are; each yields what it measured as soon as it is known."""

from collections.abc import Callable, Iterator

from bench import (
    admin,
    bots,
    brains,
    cost,
    daily,
    data,
    engine,
    fairness,
    ladder,
    page,
    peers,
    requests,
    scale,
    start,
)
from bench.events.measure import measure as measure_events
from bench.live.measure import measure
from bench.measurement import BenchOptions, Measurement

PARTS: dict[str, Callable[[BenchOptions], Iterator[Measurement]]] = {
    "engine": lambda wanted: engine.measure(),
    "brains": brains.measure,
    "ladder": ladder.measure,
    "fairness": lambda wanted: fairness.measure(),
    "live": measure,
    "events": measure_events,
    "daily": daily.measure,
    "admin": admin.measure,
    "scale": scale.measure,
    "cost": cost.measure,
    "page": page.measure,
    "requests": requests.measure,
    "start": start.measure,
    "peers": peers.measure,
    "bots": bots.measure,
    "data": data.measure,
}
# One fetches what only it needs; an evening lasts; programs are measured beside sockets, which `live` has.
BY_NAME_ALONE = {"peers", "events", "daily", "bots", "data"}
