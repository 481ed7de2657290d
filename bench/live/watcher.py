"""An idle watcher."""

import asyncio
from time import perf_counter

from bench.live.player import parse_frame
from bench.live.table_socket import TableSocket


class Watcher(TableSocket):
    """An idle socket. `pongs` collects the seconds that each ping took."""

    def __init__(self, game: str, cookies: str, pongs: list[float]) -> None:
        super().__init__(game, cookies)
        self.pongs = pongs
        self.table_received: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0

    def ping(self) -> None:
        self.sent_at = perf_counter()
        super().ping()

    def on_text(self, payload: bytes) -> None:
        frame = parse_frame(payload)
        if frame.t == "pong":
            self.pongs.append(perf_counter() - self.sent_at)
        elif frame.t == "table" and not self.table_received.done():
            self.table_received.set_result(None)
