"""Limits of a connection: how much it may send, and how long it may leave received data unread.

uvicorn has no such limits. Connections that send nothing, never finish or never read would use up the
process's file descriptors and memory.
"""

import resource
import socket
from asyncio import TimerHandle, get_running_loop
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from game.consumers.base import FRAME_BURST

MAX_FRAME_BYTES = 64 * 1024  # bytes per frame
# Received frames that are not handled yet, and the parts of one unfinished message.
MAX_QUEUED_FRAMES = 2 * FRAME_BURST
# Time for the peer to read a close frame. Aborting the connection would lose unread data, and a page that is
# busy for a second would never learn why it was closed.
CLOSE_SECONDS = 5.0

REQUEST_SECONDS = 20.0  # from the first byte of a request, or from the connection, to its end
MAX_REQUEST_BYTES = 1024 * 1024  # bytes per request
# The number of unfinished requests at once, as a share of the files that this process may open. Beyond it the
# slowest is aborted: an honest request is complete in a moment.
MAX_INCOMING = max(64, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 20) // 4)

UNREAD_SECONDS = 10  # time in which the peer must read something of what was sent


def limit_unread(listener: socket.socket) -> None:
    """Have the kernel drop accepted peers that do not read. A normal close would wait forever."""
    if hasattr(socket, "TCP_USER_TIMEOUT") and listener.family in (socket.AF_INET, socket.AF_INET6):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)


class Channel(Protocol):
    """A connection that receives requests."""

    def cut_off(self) -> None: ...


@dataclass(slots=True)
class IncomingRequest:
    """A request that is not complete."""

    since: float
    received: int = 0  # bytes


class IncomingRequests:
    """The unfinished requests, slowest first, and their limits."""

    def __init__(self) -> None:
        self.by_channel: dict[Channel, IncomingRequest] = {}
        self._alarm: TimerHandle | None = None

    @property
    def have_begun(self) -> bool:
        """Return whether any request has arrived in part."""
        return any(request.received for request in self.by_channel.values())

    def begin(self, channel: Channel) -> None:
        """Start the timer of a request, or of a new connection that has to send one."""
        if len(self.by_channel) >= MAX_INCOMING:
            self.abort(next(iter(self.by_channel)))
        self.by_channel[channel] = IncomingRequest(monotonic())
        self._set_alarm()

    def receive(self, channel: Channel, data: bytes) -> bool:
        """Count more bytes of a request. Return whether it is still within the limit."""
        if channel not in self.by_channel:
            self.begin(channel)
        self.by_channel[channel].received += len(data)
        if is_too_long := self.by_channel[channel].received > MAX_REQUEST_BYTES:
            self.abort(channel)
        return not is_too_long

    def end(self, channel: Channel) -> None:
        """Forget a request that is complete, or whose connection is gone."""
        self.by_channel.pop(channel, None)

    def abort(self, channel: Channel) -> None:
        self.end(channel)
        channel.cut_off()

    def abort_overdue(self) -> None:
        """Abort all requests that are over time."""
        self._alarm = None
        while self.by_channel and self._seconds_left <= 0:
            self.abort(next(iter(self.by_channel)))
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Schedule the next check for the slowest request. An idle server has no timer."""
        if self._alarm is None and self.by_channel:
            self._alarm = get_running_loop().call_later(self._seconds_left, self.abort_overdue)

    @property
    def _seconds_left(self) -> float:
        """The time left to the slowest request."""
        slowest = next(iter(self.by_channel.values()))
        return slowest.since + REQUEST_SECONDS - monotonic()


incoming_requests = IncomingRequests()
