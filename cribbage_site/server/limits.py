"""What one connection may send, and how long it may leave unread what was sent to it.

uvicorn alone does not limit this: connections that send nothing, never finish or never read would use up
the process's files and its memory.
"""

import resource
import socket
from asyncio import TimerHandle, get_running_loop
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from game.consumers.base import FRAME_BURST

MAX_FRAME_BYTES = 64 * 1024  # bytes per frame
# Frames that have arrived and were not handled yet, and parts of one message that is not whole.
MAX_QUEUED_FRAMES = 2 * FRAME_BURST
# After a close frame the other end has so many seconds to read it: aborting the connection loses what was not
# read, and a page that is busy for a second would never learn why.
CLOSE_SECONDS = 5.0

REQUEST_SECONDS = 20.0  # from the first byte of a request, or from the connection, to its end
MAX_REQUEST_BYTES = 1024 * 1024  # bytes in all
# How many may be unfinished at once, as a share of the files this process may open. Beyond it the slowest is
# aborted: an honest request is complete in a moment.
MAX_INCOMING = max(64, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 20) // 4)

UNREAD_SECONDS = 10  # in which the other end takes nothing of what it was sent


def limit_unread(listener: socket.socket) -> None:
    """Have the system cut off those who come in here and do not read; closing alone would wait for ever."""
    if hasattr(socket, "TCP_USER_TIMEOUT") and listener.family in (socket.AF_INET, socket.AF_INET6):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)


class Channel(Protocol):
    """A connection on which requests arrive."""

    def cut_off(self) -> None: ...


@dataclass(slots=True)
class IncomingRequest:
    """A request that is not complete."""

    since: float
    received: int = 0  # bytes


class IncomingRequests:
    """The unfinished requests, the slowest first, and their limits."""

    def __init__(self) -> None:
        self.by_channel: dict[Channel, IncomingRequest] = {}
        self._alarm: TimerHandle | None = None

    @property
    def have_begun(self) -> bool:
        """Whether something of a request is there that is not there in full."""
        return any(request.received for request in self.by_channel.values())

    def begin(self, channel: Channel) -> None:
        """Begin a request, or a connection on which one is to begin."""
        if len(self.by_channel) >= MAX_INCOMING:
            self.abort(next(iter(self.by_channel)))
        self.by_channel[channel] = IncomingRequest(monotonic())
        self._set_alarm()

    def receive(self, channel: Channel, data: bytes) -> bool:
        """Count more bytes of a request; returns whether it may go on."""
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
        """Abort all that are over time."""
        self._alarm = None
        while self.by_channel and self._seconds_left <= 0:
            self.abort(next(iter(self.by_channel)))
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Come back when the slowest is over time; nothing wakes a server of which nothing is asked."""
        if self._alarm is None and self.by_channel:
            self._alarm = get_running_loop().call_later(self._seconds_left, self.abort_overdue)

    @property
    def _seconds_left(self) -> float:
        """What is left to the slowest."""
        slowest = next(iter(self.by_channel.values()))
        return slowest.since + REQUEST_SECONDS - monotonic()


incoming_requests = IncomingRequests()
