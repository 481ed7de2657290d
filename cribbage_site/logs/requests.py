"""Give every request an id, which is logged on each line and returned as X-Request-ID."""

import logging
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from django import template
from django.conf import settings
from prometheus_client import Histogram

from cribbage_site.logs import setup
from cribbage_site.middleware import single_header
from rng import entropy

log = logging.getLogger(__name__)
register = template.Library()

REQUEST_ID_HEADER = b"x-request-id"
LIVE = (b"x-accel-buffering", b"no")  # header of responses that go on as long as the client listens
REQUEST_ID_PATTERN = re.compile(r"[A-Za-z0-9._-]{8,64}")
GAME_PATH = re.compile(
    r"/(?:ws/table|table|game|embed/game|api/games|api/v1/(?:games|play))/([a-z0-9]{4,16})(?:/|$)"
)

REQUEST_SECONDS = Histogram(
    "every_other_request_seconds",
    "Time from a request over HTTP to the end of its answer",
    ["status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class RequestLogMiddleware:
    """Gives each request and each socket its id, and logs when it is answered."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        name, path = request_id_of(scope), scope.get("path", "")
        setup.current_request_id.set(name)
        if of_a_game := GAME_PATH.match(path):
            setup.current_game_id.set(of_a_game[1])
        if scope["type"] == "http":
            return self._answer(scope, receive, send, name, path)
        return _serve_socket(self.app(scope, receive, send), path)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, name: str, path: str) -> None:
        since, status, is_live = perf_counter(), 0, False

        async def named(message: dict[str, Any]) -> None:
            nonlocal status, is_live
            if message["type"] == "http.response.start":
                status, is_live = message["status"], LIVE in message.get("headers", ())
                message = {
                    **message,
                    "headers": [*message.get("headers", ()), (REQUEST_ID_HEADER, name.encode())],
                }
            await send(message)

        await self.app(scope, receive, named)
        took = perf_counter() - since
        if not status:  # the client is gone
            return
        if is_live:  # the duration of a live response says nothing about speed
            return log.info("%s closed after %.0f s", path, took)
        REQUEST_SECONDS.labels(f"{status // 100}xx").observe(took)
        log.info("%s %s: %d in %.0f ms", scope["method"], path, status, 1000 * took)


async def _serve_socket(serving: Awaitable[None], path: str) -> None:
    since = perf_counter()
    log.info("%s opens", path)
    await serving
    log.info("%s closed after %.0f s", path, perf_counter() - since)


@register.simple_tag
def current_request_id() -> str:
    """Return the id of the current request, for the page that reports a failure."""
    return setup.current_request_id.get()


def request_id_of(scope: Scope) -> str:
    """Return the id that a trusted proxy has given the request, or a new one."""
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        request_id = single_header(scope["headers"], REQUEST_ID_HEADER)
        if request_id is not None and REQUEST_ID_PATTERN.fullmatch(request_id):
            return request_id
    return entropy.request_id()
