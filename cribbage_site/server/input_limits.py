"""Limits what one connection may send: Daphne has no back-pressure and no time-outs of its own.

It accepts whole messages and bodies of any length, and waits for a request as long as a byte of it comes a
minute. Connections that send nothing, or never finish, would use up its files.
"""

import resource
from dataclasses import dataclass
from functools import wraps
from time import monotonic
from typing import Any

from daphne.http_protocol import HTTPFactory
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.task import LoopingCall
from twisted.web.http import HTTPChannel, _GenericHTTPChannelProtocol

from game.consumers.base import FRAME_BURST

MAX_FRAME_BYTES = 64 * 1024  # bytes per frame
MAX_QUEUED_FRAMES = 2 * FRAME_BURST  # frames that have arrived and were not handled yet

# A frame is held in memory until it is whole, up to a MiB unless Daphne is started otherwise. This limit is
# for incoming frames; the other one, on whole messages, would also limit what we send.
WebSocketProtocol.maxFramePayloadSize = MAX_FRAME_BYTES
# After a close frame the other end has so many seconds to read it: aborting the connection loses what was not
# read, and a page that is busy for a second would never learn why.
WebSocketProtocol.closeHandshakeTimeout = 5.0

daphne_on_message = WebSocketProtocol.onMessage


@wraps(daphne_on_message)
def queue_or_abort(protocol: Any, payload: bytes, is_binary: bool) -> None:
    """Abort a connection that sends too much, also after the close frame, when nobody reads any more."""
    if protocol.application_queue.qsize() < MAX_QUEUED_FRAMES:
        daphne_on_message(protocol, payload, is_binary)
    else:
        protocol.dropConnection(abort=True)


WebSocketProtocol.onMessage = queue_or_abort

REQUEST_SECONDS = 20.0  # from the first byte of a request, or from the connection, to its end
MAX_REQUEST_BYTES = 1024 * 1024  # bytes in all
# How many may be unfinished at once, as a share of the files this process may open. Beyond it the slowest is
# aborted: an honest request is complete in a moment.
MAX_INCOMING = max(64, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 20) // 4)


@dataclass(slots=True)
class IncomingRequest:
    """A request that is not complete."""

    since: float
    received: int = 0  # bytes


class IncomingRequests:
    """The unfinished requests, the slowest first, and their limits."""

    def __init__(self) -> None:
        self.by_channel: dict[Any, IncomingRequest] = {}

    def begin(self, channel: Any) -> None:
        """Begin a request, or a connection on which one is to begin."""
        if len(self.by_channel) >= MAX_INCOMING:
            self.abort(next(iter(self.by_channel)))
        self.by_channel[channel] = IncomingRequest(monotonic())

    def receive(self, channel: Any, data: bytes) -> bool:
        """Count more bytes of a request; returns whether it may go on."""
        if channel not in self.by_channel:
            self.begin(channel)
        self.by_channel[channel].received += len(data)
        if is_too_long := self.by_channel[channel].received > MAX_REQUEST_BYTES:
            self.abort(channel)
        return not is_too_long

    def end(self, channel: Any) -> None:
        """Forget a request that is complete, or whose connection is gone."""
        self.by_channel.pop(channel, None)

    def abort(self, channel: Any) -> None:
        self.end(channel)
        channel.forceAbortClient()

    def abort_overdue(self) -> None:
        """Abort all that are over time."""
        now = monotonic()
        while self.by_channel:
            slowest, asking = next(iter(self.by_channel.items()))
            if now - asking.since <= REQUEST_SECONDS:
                break
            self.abort(slowest)


incoming_requests = IncomingRequests()


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

    def connectionLost(self, reason: Any) -> None:
        incoming_requests.end(self)
        super().connectionLost(reason)


HTTPFactory.protocol = lambda factory: _GenericHTTPChannelProtocol(LimitedChannel())
LoopingCall(incoming_requests.abort_overdue).start(1.0, now=False)
