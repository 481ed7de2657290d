"""Stops Daphne gently: by default it cancels all requests at once, and drops what is not written out."""

import asyncio
from collections.abc import Iterator
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.server import Server
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IListeningPort
from twisted.python.failure import Failure

from cribbage_site.server import shutdown
from cribbage_site.server.shutdown import accept_waiting

twisted_reactor: Any = reactor
CLOSED = Failure(ConnectionDone())  # type: ignore[no-untyped-call]


class StoppingDaphne:
    """Daphne, when it stops."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def stop_accepting(self) -> None:
        for port in [each for each in twisted_reactor.getReaders() if IListeningPort.providedBy(each)]:
            port.stopReading()
            for waiting in accept_waiting(port.socket.dup()):
                with waiting:
                    twisted_reactor.adoptStreamConnection(waiting.fileno(), waiting.family, port.factory)
            port.connectionLost(CLOSED)  # at once: stopListening would take a moment

    def is_answering(self) -> bool:
        return any(self.unfinished(WebRequest))

    def unfinished(self, kind: type = object) -> Iterator["asyncio.Future[None]"]:
        """The requests in progress on connections of a kind; one that was reaped has none."""
        for connection, details in self.server.connections.items():
            serving = details.get("application_instance")
            if isinstance(connection, kind) and serving is not None and not serving.done():
                yield serving


def shut_down(server: Server) -> "Deferred[None]":
    """The deferred that Daphne waits for before it stops."""
    return Deferred.fromFuture(asyncio.ensure_future(shutdown.shut_down(StoppingDaphne(server))))


Server.kill_all_applications = shut_down
