"""Stops Daphne gently: no new connections, a goodbye to every socket, and every request answered.

By default it cancels all requests at once, and drops what is not written out.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.server import Server
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IListeningPort

from game.consumers.base import close_all_for_restart

# Meanwhile the goodbyes go out, and the readiness check says that this process is not ready.
GOODBYE_SECONDS = 0.4
DRAIN_SECONDS = 10.0  # that an answer may still take
POLL_SECONDS = 0.05

twisted_reactor: Any = reactor


def shut_down(server: Server) -> "Deferred[None]":
    """The deferred that Daphne waits for before it stops."""
    return Deferred.fromFuture(asyncio.ensure_future(_shut_down(server)))


async def _shut_down(server: Server) -> None:
    close_all_for_restart()
    await asyncio.sleep(GOODBYE_SECONDS)
    for port in [each for each in twisted_reactor.getReaders() if IListeningPort.providedBy(each)]:
        port.doRead()  # connections that wait already are let in
        port.stopListening()
    left = DRAIN_SECONDS
    while left > 0 and any(_unfinished(server, WebRequest)):
        await asyncio.sleep(POLL_SECONDS)
        left -= POLL_SECONDS
    rest = list(_unfinished(server))
    for serving in rest:
        serving.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def _unfinished(server: Server, kind: type = object) -> Iterator["asyncio.Future[None]"]:
    """The requests in progress on connections of a kind; one that was reaped has none."""
    for connection, details in server.connections.items():
        serving = details.get("application_instance")
        if isinstance(connection, kind) and serving is not None and not serving.done():
            yield serving


Server.kill_all_applications = shut_down
