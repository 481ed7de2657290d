"""Writes at the end of a turn of the loop all that was sent in it.

Twisted asks the system first when a socket is free, and asks not to be told any more once it has written. A
move sends three frames through two sockets: here that is two writes and no more.
"""

from asyncio import get_running_loop
from typing import Any

from twisted.internet import tcp

Server: Any = tcp.Server  # which has no types


class PromptServer(Server):  # type: ignore[misc]
    """A connection that waits for its socket only where that takes no more."""

    _is_write_due = False

    def startWriting(self) -> None:
        if not self._is_write_due:
            self._is_write_due = True
            get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        self._is_write_due = False
        if self.connected and (self.doWrite() or self.dataBuffer or self._tempDataBuffer):
            super().startWriting()  # also where it failed: the reactor finds that too, and says so


tcp.Port.transport = PromptServer
