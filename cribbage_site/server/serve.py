"""Run uvicorn with a graceful shutdown. By itself it would close sockets without a close frame."""

import asyncio
import socket
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from uvicorn import Config, Server
from uvicorn.server import HANDLED_SIGNALS

from cribbage_site.server.application import BehindUvicorn
from cribbage_site.server.http import LimitedHttp
from cribbage_site.server.limits import MAX_FRAME_BYTES, limit_unread
from cribbage_site.server.shutdown import POLL_SECONDS, accept_waiting, shut_down
from cribbage_site.server.websocket import LimitedSocket

# Seconds between two pings, until a pong, and between two requests of a connection.
PING_INTERVAL, PING_TIMEOUT, IDLE_SECONDS = 20, 30, 60
CLOSING_SECONDS = 1.0  # time for closed connections to be noticed


def serve(application: str, host: str, port: int) -> None:
    config = Config(
        application,
        loop="uvloop",
        http=LimitedHttp,
        ws=LimitedSocket,
        ws_max_size=MAX_FRAME_BYTES,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PING_TIMEOUT,
        ws_per_message_deflate=False,
        lifespan="off",
        timeout_keep_alive=IDLE_SECONDS,
        # Django configures the log. Warnings are about client input.
        log_config=None,
        log_level="error",
        access_log=False,
        # Our own code reads the proxy's headers.
        proxy_headers=False,
        server_header=False,
    )
    config.load()
    config.loaded_app = BehindUvicorn(config.loaded_app)
    listener = listen(host, port, config.backlog)
    GentleServer(config, config.loaded_app, listener).run(sockets=[listener])


def listen(host: str, port: int, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=backlog)
    except OSError as fault:
        sys.exit(f"Cannot listen at {host}:{port}: {fault}.")
    limit_unread(listener)
    return listener


class GentleServer(Server):
    """uvicorn, stopped by `cribbage_site.server.shutdown`."""

    def __init__(self, config: Config, application: BehindUvicorn, listener: socket.socket) -> None:
        super().__init__(config)
        self.application = application
        self.told_to_exit = asyncio.Event()
        self.listener = listener.dup()  # keeps listening until this copy is closed, too

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on a signal with exit status 0. uvicorn would end with the signal."""
        for each in HANDLED_SIGNALS:
            asyncio.get_running_loop().add_signal_handler(each, self.handle_exit, each, None)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.told_to_exit.set()

    async def main_loop(self) -> None:
        """Tick once a second. uvicorn's own loop wakes ten times as often."""
        loop = asyncio.get_running_loop()
        while not await self.on_tick(counter=0):
            with suppress(TimeoutError):
                async with asyncio.timeout(1 - loop.time() % 1):
                    await self.told_to_exit.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await shut_down(self)
        for connection in list(self.server_state.connections):
            if not connection.transport.is_closing():
                connection.shutdown()
        left = CLOSING_SECONDS
        while left > 0 and self.server_state.connections:
            await asyncio.sleep(POLL_SECONDS)
            left -= POLL_SECONDS

    async def stop_accepting(self) -> None:
        for server in self.servers:
            server.close()
        await asyncio.sleep(POLL_SECONDS)  # it closes its listening sockets in a moment
        loop = asyncio.get_running_loop()
        for waiting in accept_waiting(self.listener):
            await loop.connect_accepted_socket(self.create_protocol, waiting)

    def create_protocol(self) -> LimitedHttp:
        return LimitedHttp(self.config, self.server_state, self.lifespan.state)

    def is_answering(self) -> bool:
        http = [each for each in self.server_state.connections if isinstance(each, LimitedHttp)]
        return self.application.requests > 0 or any(each.is_answering for each in http)

    def unfinished(self) -> Iterable["asyncio.Future[Any]"]:
        return self.server_state.tasks
