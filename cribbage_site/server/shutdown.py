"""How a process stops: a goodbye to every socket, then no new connections, then every request answered."""

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

from game.consumers.base import close_all_for_restart

# Meanwhile the goodbyes go out, and the readiness check says that this process is not ready.
GOODBYE_SECONDS = 0.4
DRAIN_SECONDS = 10.0  # that an answer may still take
POLL_SECONDS = 0.05


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
    left = DRAIN_SECONDS
    while left > 0 and server.is_answering():
        await asyncio.sleep(POLL_SECONDS)
        left -= POLL_SECONDS
    rest = list(server.unfinished())
    for serving in rest:
        serving.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
