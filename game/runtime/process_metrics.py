"""The metrics of a process and its sockets, and the Prometheus exporter of all metrics."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from django.db import connection
from prometheus_client import Counter, Gauge, disable_created_metrics, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from common.counters import SECONDS_BUCKETS, SingleThreadCounter, SingleThreadHistogram

log = logging.getLogger(__name__)

disable_created_metrics()  # type: ignore[no-untyped-call]  # a start for each count doubles what is read

SOCKETS = Gauge("every_other_sockets", "Open sockets of this process, by kind", ["kind"])
SOCKETS_CLOSED = Counter("every_other_sockets_closed", "Sockets closed by this process, by reason", ["code"])
FRAMES = SingleThreadCounter(
    "every_other_frames", "Frames through sockets, by direction", "way", ("heard", "told")
)
LOOP_LAG = SingleThreadHistogram("every_other_loop_late_seconds", "Delay of the event loop", SECONDS_BUCKETS)


class DatabasePoolCollector(Collector):
    """The connections to PostgreSQL that this process holds. SQLite has no pool."""

    name = "every_other_database_connections"
    documentation = "PostgreSQL connections of this process, and requests that wait for one"

    def collect(self) -> Iterable[GaugeMetricFamily]:
        (family,) = self.describe()
        pool: Any = getattr(connection, "pool", None)
        if pool is not None:
            stats = pool.get_stats()
            free = stats.get("pool_available", 0)
            family.add_metric(["used"], stats.get("pool_size", 0) - free)
            family.add_metric(["free"], free)
            family.add_metric(["wanted"], stats.get("requests_waiting", 0))
        yield family

    def describe(self) -> Iterable[GaugeMetricFamily]:
        yield GaugeMetricFamily(self.name, self.documentation, labels=["state"])


async def measure_loop_lag() -> None:
    """Sleep until the next whole second, when jobs wake too, and measure the delay."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() // 1 + 1
        await asyncio.sleep(due - loop.time())
        LOOP_LAG.observe(loop.time() - due)


def start_exporter(address: tuple[str, int] | None) -> None:
    """Serve metrics to Prometheus from a thread, if configured. If the port is taken, only log that."""
    if address is None:
        return
    host, port = address
    try:
        start_http_server(port, host)
    except OSError as fault:
        log.error("METRICS=%s:%d cannot be served, so this process has no metrics: %s", host, port, fault)
