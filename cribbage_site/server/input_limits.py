"""What Daphne puts up with from one connection: it has no back-pressure and no patience of its own.

It takes in whole messages and bodies however long, and waits for a request as long as a byte of it comes a
minute. Connections that say nothing, or never come to the end, would hold its files until none are left.
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

MAX_FRAME_BYTES = 64 * 1024  # bytes a frame
MAX_QUEUED_FRAMES = 2 * FRAME_BURST  # frames that came and were not heard yet

# A frame is held in memory until it is whole, up to a MiB unless Daphne is started otherwise. This limit is
# for what comes in; the other that there is, on whole messages, also keeps us from sending more.
WebSocketProtocol.maxFramePayloadSize = MAX_FRAME_BYTES
# After a goodbye the other end has so many seconds to take it in: a line that is cut loses what was not read,
# and a page that is busy for a second would never learn why.
WebSocketProtocol.closeHandshakeTimeout = 5.0

daphne_on_message = WebSocketProtocol.onMessage


@wraps(daphne_on_message)
def queue_or_abort(protocol: Any, payload: bytes, is_binary: bool) -> None:
    """Cut the line of somebody who goes on and on, also after a goodbye, when nobody listens any more."""
    if protocol.application_queue.qsize() < MAX_QUEUED_FRAMES:
        daphne_on_message(protocol, payload, is_binary)
    else:
        protocol.dropConnection(abort=True)


WebSocketProtocol.onMessage = queue_or_abort

REQUEST_SECONDS = 20.0  # seconds, from the first byte of a request, or from the connection, to its end
MAX_REQUEST_BYTES = 1024 * 1024  # bytes, all told
# How many may be at it at once, of the files that this process may have open. One more, and the slowest goes:
# whoever means it is done in a moment.
MAX_INCOMING = max(64, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 20) // 4)


@dataclass(slots=True)
class IncomingRequest:
    """A request that has not come to its end."""

    since: float
    received: int = 0  # bytes


class IncomingRequests:
    """Those who are asking something, the slowest first, and how long they may go on."""

    def __init__(self) -> None:
        self.by_channel: dict[Any, IncomingRequest] = {}

    def begin(self, channel: Any) -> None:
        """A request begins, or a connection on which one is to begin."""
        if len(self.by_channel) >= MAX_INCOMING:
            self.abort(next(iter(self.by_channel)))
        self.by_channel[channel] = IncomingRequest(monotonic())

    def receive(self, channel: Any, data: bytes) -> bool:
        """More of a request has come; whether it may go on."""
        if channel not in self.by_channel:
            self.begin(channel)
        self.by_channel[channel].received += len(data)
        if is_too_long := self.by_channel[channel].received > MAX_REQUEST_BYTES:
            self.abort(channel)
        return not is_too_long

    def end(self, channel: Any) -> None:
        """The request is all there, or the connection is gone."""
        self.by_channel.pop(channel, None)

    def abort(self, channel: Any) -> None:
        self.end(channel)
        channel.forceAbortClient()

    def abort_overdue(self) -> None:
        """Cut off all whose time is over."""
        now = monotonic()
        while self.by_channel:
            slowest, asking = next(iter(self.by_channel.items()))
            if now - asking.since <= REQUEST_SECONDS:
                break
            self.abort(slowest)


incoming_requests = IncomingRequests()


Channel: Any = HTTPChannel  # which has no types


class LimitedChannel(Channel):  # type: ignore[misc]
    """A connection on which requests come, as twisted has it, but not for ever."""

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
