"""The tables of large draws are computed in a worker process, or in a thread if that fails."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from game.runtime import worker_pool
from game.runtime.worker_pool import WorkerPool
from tournaments.events.kinds.base import Task
from tournaments.events.run.flow import _log_worker_fault, compute
from tournaments.formats.draws import pair_drawn
from tournaments.formats.matching import FEW
from tournaments.formats.pairing import Draw, Free
from tournaments.formats.swiss import Standing, SwissDraw

ROOT = bytes(32)
PLAYERS = FEW + 8
FREE_DRAW = Draw(
    "event", 1, 60_000, 0, tuple(Free(n, 0, 0, 0, 1, 0, False, 0) for n in range(1, PLAYERS + 1))
)
STEP_DRAW = SwissDraw("event", 1, tuple(Standing(n, n, 0, 0, False) for n in range(1, PLAYERS + 1)))


@pytest.fixture
def small_pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    pools = []

    def use(timeout: float) -> None:
        pools.append(WorkerPool(1, timeout=timeout))
        monkeypatch.setattr(worker_pool, "interactive", lambda: pools[0])

    _log_worker_fault.cache_clear()
    yield use
    for pool in pools:
        pool.stop()


@pytest.mark.slow
@pytest.mark.parametrize("draw", [FREE_DRAW, STEP_DRAW])
def test_a_worker_process_computes_the_tables_of_many(draw: Any, small_pool: Any, caplog: Any):
    small_pool(timeout=120)
    tables = asyncio.run(compute(Task("event", 1, draw, ROOT)))
    assert list(tables) == list(pair_drawn(draw, ROOT))
    assert len(tables) == PLAYERS // 2
    assert caplog.records == []


def test_a_thread_computes_them_if_the_worker_fails_which_is_logged_once(small_pool: Any, caplog: Any):
    small_pool(timeout=0)
    for _ in range(2):
        tables = asyncio.run(compute(Task("event", 1, FREE_DRAW, ROOT)))
        assert len(tables) == PLAYERS // 2
    assert len(caplog.records) == 1
    assert "a worker failed to pair" in caplog.text
