"""Gauges of a serving process, computed on each Prometheus scrape."""

from functools import cache

from prometheus_client import REGISTRY

from game.runtime import metrics
from game.runtime.process_metrics import DatabasePoolCollector
from game.table.tables import tables


@cache
def register_gauges() -> None:
    """Register gauges for this process's tables, ledger and connection pool, once per process."""
    metrics.TABLES.set_function(lambda: len(tables))
    metrics.ENTRIES_WAITING.set_function(lambda: tables.ledger.waiting_count)
    REGISTRY.register(DatabasePoolCollector())
