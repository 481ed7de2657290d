"""A proxy in front of several servers that cuts connections in the middle of an answer."""

import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from itertools import count, cycle
from types import TracebackType
from typing import Self

PIECE = 65536


class FaultyProxy:
    """A proxy that passes each connection to the next live server, and cuts some answers in the middle."""

    def __init__(self, ports: Sequence[int], cut_every: int) -> None:
        self._ports, self._cut_every = cycle(ports), cut_every
        self._tries = len(ports)
        self._pieces, self._lock = count(1), threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.cuts = 0

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                client = self._listener.accept()[0]
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        server = self._connect()
        if server is None:
            return close(client)
        threading.Thread(target=self._pass_on, args=(client, server, False), daemon=True).start()
        self._pass_on(server, client, True)

    def _connect(self) -> socket.socket | None:
        for _ in range(self._tries):
            with self._lock:
                port = next(self._ports)
            with suppress(OSError):
                return socket.create_connection(("127.0.0.1", port))
        return None

    def _pass_on(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if is_answer and self._is_cut():
                    sink.sendall(piece[: len(piece) // 2])
                    break
                sink.sendall(piece)
        close(source)
        close(sink)

    def _is_cut(self) -> bool:
        with self._lock:
            is_cut = next(self._pieces) % self._cut_every == 0
            self.cuts += is_cut
        return is_cut


def close(line: socket.socket) -> None:
    """Close a socket, also for a thread that waits on it."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
