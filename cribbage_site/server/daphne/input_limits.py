"""Limits what one connection may send: Daphne has no back-pressure and no time-outs of its own.

It accepts whole messages and bodies of any length, and waits for a request as long as a byte of it comes a
minute.
"""

from functools import wraps
from typing import Any

from daphne.http_protocol import HTTPFactory
from daphne.ws_protocol import WebSocketProtocol
from twisted.web.http import HTTPChannel, _GenericHTTPChannelProtocol

from cribbage_site.server.limits import (
    CLOSE_SECONDS,
    MAX_FRAME_BYTES,
    MAX_QUEUED_FRAMES,
    incoming_requests,
)

# A frame is held in memory until it is whole, up to a MiB unless Daphne is started otherwise. This limit is
# for incoming frames; the other one, on whole messages, would also limit what we send.
WebSocketProtocol.maxFramePayloadSize = MAX_FRAME_BYTES
WebSocketProtocol.closeHandshakeTimeout = CLOSE_SECONDS

daphne_on_message = WebSocketProtocol.onMessage
daphne_on_message_frame = WebSocketProtocol.onMessageFrame


@wraps(daphne_on_message)
def queue_or_abort(protocol: Any, payload: bytes, is_binary: bool) -> None:
    """Abort a connection that sends too much, also after the close frame, when nobody reads any more."""
    if protocol.application_queue.qsize() < MAX_QUEUED_FRAMES:
        daphne_on_message(protocol, payload, is_binary)
    else:
        protocol.dropConnection(abort=True)


@wraps(daphne_on_message_frame)
def keep_part_or_abort(protocol: Any, parts: list[bytes]) -> None:
    """Abort a connection that sends one message in too many parts."""
    daphne_on_message_frame(protocol, parts)
    if len(protocol.message_data) > MAX_QUEUED_FRAMES:
        protocol.dropConnection(abort=True)


WebSocketProtocol.onMessage = queue_or_abort
WebSocketProtocol.onMessageFrame = keep_part_or_abort


Channel: Any = HTTPChannel  # which has no types


class LimitedChannel(Channel):  # type: ignore[misc]
    """Twisted's HTTP channel, with our limits."""

    def connectionMade(self) -> None:
        super().connectionMade()
        incoming_requests.begin(self)

    def dataReceived(self, data: bytes) -> None:
        if self._handlingRequest or incoming_requests.receive(self, data):
            super().dataReceived(data)

    def allContentReceived(self) -> None:
        incoming_requests.end(self)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:
        """Hang up on those who ask on and do not read: all would be answered that came in one read."""
        if self._waitingForTransport and self._dataBuffer:
            self.persistent = False
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:
        incoming_requests.end(self)
        super().connectionLost(reason)

    def cut_off(self) -> None:
        self.forceAbortClient()


HTTPFactory.protocol = lambda factory: _GenericHTTPChannelProtocol(LimitedChannel())
