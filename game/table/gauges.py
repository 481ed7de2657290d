"""Gauges of a serving process, read when Prometheus asks."""

from functools import cache

from prometheus_client import REGISTRY

from game.runtime import metrics
from game.runtime.process_metrics import DatabasePoolCollector
from game.table.tables import tables


@cache
def register_gauges() -> None:
    """Measure this process's tables, its ledger and its pool of connections; once in a process."""
    metrics.TABLES.set_function(lambda: len(tables))
    metrics.ENTRIES_WAITING.set_function(lambda: tables.ledger.waiting_count)
    REGISTRY.register(DatabasePoolCollector())
