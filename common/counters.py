"""Metrics that change with every move. Each is written by one thread only.

The metrics of prometheus_client take a lock, which makes them ten to twenty times slower.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class SingleThreadCounter(Counter[str], Collector):
    """A counter by label: `MOVES["bot"] += 1`."""

    def __init__(self, name: str, documentation: str, label: str, kinds: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(kinds, 0))
        self._description = (name, documentation, label)
        REGISTRY.register(self)

    def __hash__(self) -> int:  # type: ignore[override]  # the registry knows a collector by itself
        return id(self)

    def collect(self) -> Iterable[CounterMetricFamily]:
        name, documentation, label = self._description
        family = CounterMetricFamily(name, documentation, labels=[label])
        for kind, times in list(self.items()):
            family.add_metric([kind], times)
        yield family


class SingleThreadHistogram(Collector):
    """A histogram of sizes or durations."""

    def __init__(self, name: str, documentation: str, bounds: Sequence[float]) -> None:
        self._description = (name, documentation)
        self._bounds = (*bounds, float("inf"))
        self._times = [0] * len(self._bounds)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, size: float) -> None:
        self._times[bisect_left(self._bounds, size)] += 1
        self._sum += size

    def collect(self) -> Iterable[HistogramMetricFamily]:
        buckets = zip(map(floatToGoString, self._bounds), accumulate(self._times), strict=True)
        yield HistogramMetricFamily(*self._description, buckets=list(buckets), sum_value=self._sum)
