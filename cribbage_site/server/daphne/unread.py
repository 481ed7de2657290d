"""Limits what is held for somebody who does not read: Daphne keeps it as long as the connection stands.

Found by a client that sent pings and never read: 47 MB of pongs for one socket.
"""

from functools import wraps
from typing import Any

from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol

from common.http.live_response import HAS_UNREAD
from cribbage_site.server.limits import limit_unread

daphne_on_open = WebSocketProtocol.onOpen
daphne_listen_success = Server.listen_success
daphne_create_application = Server.create_application


class ReadOnlyFromReaders:
    """Reads from a socket only while what it was sent is read: who does not listen is not heard."""

    def __init__(self, transport: Any) -> None:
        self.transport = transport

    def pauseProducing(self) -> None:
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """The connection is gone."""


@wraps(daphne_on_open)
def open_with_back_pressure(protocol: Any) -> None:
    protocol.unregisterProducer()  # the channel that the handshake came by
    protocol.registerProducer(ReadOnlyFromReaders(protocol.transport), True)
    daphne_on_open(protocol)


@wraps(daphne_listen_success)
def listen_with_limit(server: Server, port: Any) -> None:
    limit_unread(port.socket)
    daphne_listen_success(server, port)


@wraps(daphne_create_application)
def create_with_word_of_unread(server: Server, protocol: Any, scope: dict[str, Any]) -> Any:
    """Let an answer over HTTP know whether it is read: Daphne takes whatever it is given."""

    def has_unread() -> bool:
        return protocol.channel is not None and bool(protocol.channel._waitingForTransport)

    if scope["type"] == "http":
        scope = {**scope, "extensions": {HAS_UNREAD: has_unread}}
    return daphne_create_application(server, protocol, scope)


Server.create_application = create_with_word_of_unread
WebSocketProtocol.onOpen = open_with_back_pressure
Server.listen_success = listen_with_limit
