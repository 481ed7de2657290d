"""Health checks: whether this process is alive, and whether it should receive visitors."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import cache, lru_cache
from threading import Thread
from time import monotonic
from typing import Any

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from prometheus_client import Gauge

from common.formats.json import encode
from game.consumers.base import is_stopping
from game.table.record.sealed_secrets import missing_keys

log = logging.getLogger(__name__)

TIMEOUT = 2.0  # maximum time of a check
CACHE_SECONDS = 1.0  # lifetime of its result

SHUTTING_DOWN = "This process is shutting down."
DATABASE_HANGS = f"The database did not answer within {TIMEOUT:g} seconds."
AWAY = "The database cannot be reached."
CHECK_FAILED = "The readiness check failed; the log says why."

READY = Gauge("every_other_ready", "Whether visitors may be sent here")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def find_obstacles() -> list[str]:
    """Return what in the database keeps this process from serving."""
    try:
        return [*_migration_obstacles()] or [*_key_obstacles(int(monotonic() // 60))]
    except Error:
        return [AWAY]
    finally:
        connection.close()


def _migration_obstacles() -> Iterable[str]:
    if missing := sorted(_shipped() - MigrationRecorder(connection).applied_migrations().keys()):
        yield f"The database lacks {', '.join(map('.'.join, missing))}: run manage.py migrate."


@cache
def _shipped() -> frozenset[tuple[str, str]]:
    """Return the migrations of this version. A newer version may have applied more already."""
    return frozenset(MigrationLoader(None).disk_migrations)


@lru_cache(maxsize=1)
def _key_obstacles(minute: int) -> Sequence[str]:
    """Check the keys of all live games, once a minute."""
    missing = sorted(missing_keys())
    return [f"Live games are sealed with keys that are not here: {', '.join(missing)}."] if missing else []


class Readiness:
    """Checks all dependencies in a thread, so that an unresponsive database blocks nothing else."""

    def __init__(self, check: Callable[[], list[str]] = find_obstacles) -> None:
        self._check = check
        self._result: Future[list[str]] | None = None
        self._checked_at = 0.0
        self._logged: list[str] = []

    async def obstacles(self) -> list[str]:
        """Return the reasons why no visitor should be sent here. Empty if the process is ready."""
        why = [SHUTTING_DOWN] if is_stopping() else await self._awaited_obstacles()
        if why != self._logged:
            log.warning("not ready: %s", " ".join(why)) if why else log.warning("ready again")
            self._logged = why
        return why

    def is_ready(self) -> bool:
        """Return the same for metrics, from a thread that may wait."""
        try:
            return not (is_stopping() or self._current_check().result(TIMEOUT))
        except TimeoutError:
            return False

    async def _awaited_obstacles(self) -> list[str]:
        result = asyncio.shield(asyncio.wrap_future(self._current_check()))
        try:
            return await asyncio.wait_for(result, max(0, self._checked_at + TIMEOUT - monotonic()))
        except TimeoutError:
            return [DATABASE_HANGS]

    def _current_check(self) -> "Future[list[str]]":
        """Return the running check, or the last one while it is fresh."""
        now = monotonic()
        if self._result is None or (self._result.done() and now > self._checked_at + CACHE_SECONDS):
            self._result, self._checked_at = Future(), now
            Thread(target=self._run_check, args=[self._result], name="health", daemon=True).start()
        return self._result

    def _run_check(self, result: "Future[list[str]]") -> None:
        try:
            result.set_result(self._check())
        except Exception:
            log.exception("the readiness check failed")
            result.set_result([CHECK_FAILED])


class HealthMiddleware:
    """Answers /health/live and /health/ready first: under any host name, and without a session."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app
        self.readiness = Readiness()
        READY.set_function(lambda: float(self.readiness.is_ready()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope:
            case {"type": "http", "path": "/health/live"}:
                await send_json(send, 200, {"live": True})
            case {"type": "http", "path": "/health/ready"}:
                why = await self.readiness.obstacles()
                await send_json(send, 503 if why else 200, {"ready": not why, "why": why})
            case _:
                await self.app(scope, receive, send)


async def send_json(send: Send, status: int, body: dict[str, Any]) -> None:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": encode(body)})
