"""Health checks report whether this process is alive and ready, whatever happens to the database."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest

from bench.chaos.processes import RestartableService
from bench.services import free_port, new_postgresql
from cribbage_site import health
from cribbage_site.health import Readiness
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server


@pytest.fixture(scope="module")
def postgresql() -> Iterator[RestartableService]:
    with new_postgresql() as service:
        backing = RestartableService(service)
        backing.start()
        yield backing
        backing.close()


@pytest.fixture(scope="module")
def site(postgresql: RestartableService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A process as in production, which redirects plain http and only accepts one host name."""
    static = tmp_path_factory.mktemp("static")
    Path(static, "staticfiles.json").write_text('{"paths": {}, "version": "1.1", "hash": ""}')
    environment = {
        "PRODUCTION": "1",
        "SECRET_KEY": "fifteen-two-fifteen-four-and-a-pair-is-six-and-his-nobs-is-seven",
        "ALLOWED_HOSTS": "cards.example",
        "STATIC_ROOT": str(static),
        "DATABASE_URL": postgresql.url,
        "METRICS": f"127.0.0.1:{free_port()}",
    }
    with Server(environment) as server:
        yield server


def get_health(site: Server, what: str, host: str = "10.0.0.7") -> tuple[int, dict[str, Any]]:
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)) as line:
        line.request("GET", f"/health/{what}", headers={"Host": host})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


def until_ready(site: Server, ready: bool) -> list[str]:
    """Poll until the answer is as expected. Return why the process is not ready."""
    by = time.monotonic() + PATIENCE
    while time.monotonic() < by:
        status, answer = get_health(site, "ready")
        assert answer["ready"] is (status == 200) is (not answer["why"])
        if answer["ready"] is ready:
            return answer["why"]
        time.sleep(0.1)
    raise AssertionError(f"after {PATIENCE:g} s it was still {answer}")


@pytest.mark.slow
def test_it_answers_under_any_name_and_without_https(site: Server) -> None:
    until_ready(site, True)
    assert get_health(site, "live", host="of.nobody.example") == (200, {"live": True})
    assert get_health(site, "ready", host="of.nobody.example") == (200, {"ready": True, "why": []})


@pytest.mark.slow
def test_a_database_without_a_migration_is_not_served(site: Server, postgresql: RestartableService) -> None:
    one = "FROM django_migrations WHERE app = 'game' AND name = '0001_initial'"
    with psycopg.connect(postgresql.url, autocommit=True) as database:
        (kept,) = database.execute(f"SELECT applied {one}").fetchone() or (None,)
        database.execute(f"DELETE {one}")
        why = until_ready(site, False)
        assert why == ["The database lacks game.0001_initial: run manage.py migrate."]
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)",
                         ("game", "0001_initial", kept))  # fmt: skip
    until_ready(site, True)
    lines = [json.loads(line) for line in site.log.read_text().splitlines() if line.startswith("{")]
    messages = [line["message"] for line in lines if line["logger"] == "cribbage_site.health"]
    assert messages[-2:] == [f"not ready: {why[0]}", "ready again"]


@pytest.mark.slow
def test_an_unresponsive_database_delays_no_health_check(
    site: Server, postgresql: RestartableService
) -> None:
    until_ready(site, True)
    postgresql.freeze()
    try:
        assert until_ready(site, False) == [health.DATABASE_HANGS]
        since = time.monotonic()
        for _ in range(10):
            assert get_health(site, "live") == (200, {"live": True})
            assert until_ready(site, False) == [health.DATABASE_HANGS]
        assert time.monotonic() - since < 10 * health.TIMEOUT, "what hangs already is not waited for again"
    finally:
        postgresql.thaw()
    until_ready(site, True)


def test_a_stopping_process_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "is_stopping", lambda: True)
    assert asyncio.run(Readiness(lambda: []).obstacles()) == [health.SHUTTING_DOWN]
    assert not Readiness(lambda: []).is_ready()


def test_missing_keys_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "missing_keys", lambda: frozenset({"0badc0de"}))
    health._key_obstacles.cache_clear()
    assert health._key_obstacles(0) == ["Live games are sealed with keys that are not here: 0badc0de."]
    health._key_obstacles.cache_clear()


def test_metrics_do_not_wait_for_an_unresponsive_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TIMEOUT", 0.01)
    comes_back = Event()
    readiness = Readiness(lambda: [] if comes_back.wait(PATIENCE) else [health.DATABASE_HANGS])
    assert not readiness.is_ready()
    comes_back.set()


def test_many_simultaneous_requests_share_one_check() -> None:
    checks = []

    async def ask() -> None:
        readiness = Readiness(lambda: checks.append("looked") or [])  # type: ignore[func-returns-value]
        await asyncio.gather(*[readiness.obstacles() for _ in range(100)])

    asyncio.run(ask())
    assert checks == ["looked"]


def test_a_failed_check_means_not_ready(caplog: pytest.LogCaptureFixture) -> None:
    assert asyncio.run(Readiness(lambda: [][0]).obstacles()) == [health.CHECK_FAILED]
    assert "the readiness check failed" in caplog.text
