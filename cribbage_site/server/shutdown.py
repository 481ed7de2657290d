"""Stop a process: say goodbye to every socket, refuse new connections, then answer every open request."""

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

# Meanwhile the goodbyes are sent, and the readiness check reports that this process is not ready.
GOODBYE_SECONDS = 0.4
DRAIN_SECONDS = 10.0  # time that a response may still take
POLL_SECONDS = 0.05

SO_ATTACH_FILTER, BPF_RETURN = 26, 6  # constants of Linux


class Stopping(Protocol):
    """A server that stops."""

    async def stop_accepting(self) -> None:
        """Accept the connections that already wait, and no more."""

    def is_answering(self) -> bool:
        """Return whether requests are in progress."""

    def unfinished(self) -> Iterable["asyncio.Future[Any]"]:
        """Return the application's tasks for requests and sockets."""


async def shut_down(server: Stopping) -> None:
    """Stop gracefully."""
    close_all_for_restart()
    await asyncio.sleep(GOODBYE_SECONDS)
    await server.stop_accepting()
    await asyncio.sleep(POLL_SECONDS)  # the clients accepted last send their requests now
    left = DRAIN_SECONDS
    while left > 0 and (server.is_answering() or incoming_requests.have_begun):
        await asyncio.sleep(POLL_SECONDS)
        left -= POLL_SECONDS
    rest = list(server.unfinished())
    for serving in rest:
        serving.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def accept_waiting(listener: socket.socket) -> list[socket.socket]:
    """Accept the connections that wait at a listening socket, then close it."""
    drop_newcomers(listener)
    listener.setblocking(False)
    found = []
    with listener, suppress(BlockingIOError):
        while True:
            found.append(listener.accept()[0])
    return found


def drop_newcomers(listener: socket.socket) -> None:
    """Have the kernel drop new connection attempts. Otherwise those after the last accept would be reset.

    A dropped client tries again a second later, and is refused by the closed socket.
    """
    if sys.platform == "linux":
        drop_all = ctypes.create_string_buffer(struct.pack("HBBI", BPF_RETURN, 0, 0, 0))
        program = struct.pack("HP", 1, ctypes.addressof(drop_all))
        with suppress(OSError):
            listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
