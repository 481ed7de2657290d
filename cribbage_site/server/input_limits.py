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

from game.consumers.base import FRAMES_AT_ONCE

LONGEST = 64 * 1024  # bytes a frame
UNHEARD = 2 * FRAMES_AT_ONCE  # frames that came and were not heard yet

# A frame is held in memory until it is whole, up to a MiB unless Daphne is started otherwise. This limit is
# for what comes in; the other that there is, on whole messages, also keeps us from sending more.
WebSocketProtocol.maxFramePayloadSize = LONGEST
# After a goodbye the other end has so many seconds to take it in: a line that is cut loses what was not read,
# and a page that is busy for a second would never learn why.
WebSocketProtocol.closeHandshakeTimeout = 5.0

take_in = WebSocketProtocol.onMessage


@wraps(take_in)
def take_in_or_cut_off(protocol: Any, payload: bytes, is_binary: bool) -> None:
    """Cut the line of somebody who goes on and on, also after a goodbye, when nobody listens any more."""
    if protocol.application_queue.qsize() < UNHEARD:
        take_in(protocol, payload, is_binary)
    else:
        protocol.dropConnection(abort=True)


WebSocketProtocol.onMessage = take_in_or_cut_off

ASKED_WITHIN = 20.0  # seconds, from the first byte of a request, or from the connection, to its end
LONGEST_REQUEST = 1024 * 1024  # bytes, all told
# How many may be at it at once, of the files that this process may have open. One more, and the slowest goes:
# whoever means it is done in a moment.
ASKING_AT_ONCE = max(64, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 20) // 4)


@dataclass(slots=True)
class Asking:
    """A request that has not come to its end."""

    since: float
    heard: int = 0  # bytes


class Patience:
    """Those who are asking something, the slowest first, and how long they may go on."""

    def __init__(self) -> None:
        self.asking: dict[Any, Asking] = {}

    def begin(self, channel: Any) -> None:
        """A request begins, or a connection on which one is to begin."""
        if len(self.asking) >= ASKING_AT_ONCE:
            self.cut_off(next(iter(self.asking)))
        self.asking[channel] = Asking(monotonic())

    def hear(self, channel: Any, heard: bytes) -> bool:
        """More of a request has come; whether it may go on."""
        if channel not in self.asking:
            self.begin(channel)
        self.asking[channel].heard += len(heard)
        if is_too_long := self.asking[channel].heard > LONGEST_REQUEST:
            self.cut_off(channel)
        return not is_too_long

    def end(self, channel: Any) -> None:
        """The request is all there, or the connection is gone."""
        self.asking.pop(channel, None)

    def cut_off(self, channel: Any) -> None:
        self.end(channel)
        channel.forceAbortClient()

    def look(self) -> None:
        """Cut off all whose time is over."""
        now = monotonic()
        while self.asking:
            slowest, asking = next(iter(self.asking.items()))
            if now - asking.since <= ASKED_WITHIN:
                break
            self.cut_off(slowest)


patience = Patience()


Channel: Any = HTTPChannel  # which has no types


class PatientChannel(Channel):  # type: ignore[misc]
    """A connection on which requests come, as twisted has it, but not for ever."""

    def connectionMade(self) -> None:
        super().connectionMade()
        patience.begin(self)

    def dataReceived(self, data: bytes) -> None:
        if self._handlingRequest or patience.hear(self, data):
            super().dataReceived(data)

    def allContentReceived(self) -> None:
        patience.end(self)
        super().allContentReceived()

    def connectionLost(self, reason: Any) -> None:
        patience.end(self)
        super().connectionLost(reason)


HTTPFactory.protocol = lambda factory: _GenericHTTPChannelProtocol(PatientChannel())
LoopingCall(patience.look).start(1.0, now=False)
