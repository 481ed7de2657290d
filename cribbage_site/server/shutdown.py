"""How a process stops: a goodbye to every socket, then no new connections, then every request answered."""

import asyncio
import ctypes
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Protocol

from cribbage_site.server.limits import incoming_requests
from game.consumers.base import close_all_for_restart

# Meanwhile the goodbyes go out, and the readiness check says that this process is not ready.
GOODBYE_SECONDS = 0.4
DRAIN_SECONDS = 10.0  # that an answer may still take
POLL_SECONDS = 0.05

SO_ATTACH_FILTER, BPF_RETURN = 26, 6  # Linux's


class Stopping(Protocol):
    """A server that stops."""

    async def stop_accepting(self) -> None:
        """Let in the connections that wait already, and no more."""

    def is_answering(self) -> bool:
        """Whether there are requests in progress."""

    def unfinished(self) -> Iterable["asyncio.Future[Any]"]:
        """What the application is still doing, for requests and for sockets."""


async def shut_down(server: Stopping) -> None:
    """Stop gently."""
    close_all_for_restart()
    await asyncio.sleep(GOODBYE_SECONDS)
    await server.stop_accepting()
    await asyncio.sleep(POLL_SECONDS)  # those who were let in last say now what they want
    left = DRAIN_SECONDS
    while left > 0 and (server.is_answering() or incoming_requests.have_begun):
        await asyncio.sleep(POLL_SECONDS)
        left -= POLL_SECONDS
    rest = list(server.unfinished())
    for serving in rest:
        serving.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def accept_waiting(listener: socket.socket) -> list[socket.socket]:
    """The connections that wait at a listening socket, behind the last of which it is closed."""
    drop_newcomers(listener)
    listener.setblocking(False)
    found = []
    with listener, suppress(BlockingIOError):
        while True:
            found.append(listener.accept()[0])
    return found


def drop_newcomers(listener: socket.socket) -> None:
    """Have the system ignore those who knock from now on, if it can: who came behind the last would be reset.

    They knock again a second later, and find the door shut.
    """
    if sys.platform == "linux":
        drop_all = ctypes.create_string_buffer(struct.pack("HBBI", BPF_RETURN, 0, 0, 0))
        program = struct.pack("HP", 1, ctypes.addressof(drop_all))
        with suppress(OSError):
            listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
