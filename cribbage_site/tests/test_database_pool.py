"""A process reconnects soon after a database outage, however long the outage was."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Semaphore
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from psycopg_pool import ConnectionPool, PoolTimeout

from bench.services import new_postgresql
from cribbage_site.database_pool import MIN_CONNECTIONS, RepeatFilter
from cribbage_site.environment import postgresql_settings

SOON = 0.5  # seconds


class Watched(ConnectionPool):
    """The site's pool, which records how long it waits before it reconnects."""

    def __init__(self, **options: Any) -> None:
        self.delays: list[float] = []
        self.gave_up = Semaphore(0)
        super().__init__(open=False, **options)

    def schedule_task(self, task: Any, delay: float) -> None:
        if type(task).__name__ == "AddConnection":
            self.delays.append(delay)
        super().schedule_task(task, delay)

    def reconnect_failed(self) -> None:
        self.gave_up.release()
        super().reconnect_failed()


@pytest.fixture
def watched() -> Iterator[tuple[Watched, Any]]:
    with new_postgresql() as service, ExitStack() as running:
        options = postgresql_settings(service.url)["OPTIONS"]["pool"]
        with Watched(conninfo=service.url, kwargs={"autocommit": True}, **options) as pool:
            yield pool, lambda: running.enter_context(service.running())


@pytest.mark.slow
def test_the_pool_reconnects_soon_after_an_outage_of_any_length(watched: tuple[Watched, Any]) -> None:
    pool, start = watched
    for _ in range(3):
        assert pool.gave_up.acquire(timeout=30)
    assert max(pool.delays) <= SOON
    with pytest.raises(PoolTimeout):
        pool.getconn(timeout=0.01)
    start()
    with pool.connection(timeout=30) as connection:
        assert connection.execute("SELECT 15").fetchone() == (15,)


def test_the_host_sets_the_number_of_connections() -> None:
    url = "postgresql://cards.example/every_other"
    assert postgresql_settings(url)["OPTIONS"]["pool"]["max_size"] == 10
    small = postgresql_settings(url, pool=MIN_CONNECTIONS)["OPTIONS"]["pool"]
    assert (small["min_size"], small["max_size"]) == (2, MIN_CONNECTIONS)
    with pytest.raises(ImproperlyConfigured, match=f"at least {MIN_CONNECTIONS}"):
        postgresql_settings(url, pool=MIN_CONNECTIONS - 1)


def test_a_repeated_message_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("cribbage_site.database_pool.monotonic", lambda: now[0])
    logged, seldom = [], RepeatFilter()
    for at, says in [(0, "gone"), (1, "gone"), (2, "refused"), (59, "gone"), (61, "gone"), (62, "gone")]:
        now[0] = at
        logged += [at] * seldom.filter(logging.LogRecord("", 0, "", 0, says, None, None))
    assert logged == [0, 2, 61]
