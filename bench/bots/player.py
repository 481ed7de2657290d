"""A seat that is played by a program: it hears its stream, and makes calls."""

import asyncio

import msgspec
from msgspec import Struct

from bench.bots.http import END_OF_HEAD, CallLine, build_request, parse_chunks
from bench.bots.tokens import Program
from bench.live.addresses import new_address
from bench.live.player import MeteredPlayer, Table
from bench.live.websocket import ConnectionLost


class Sent(Struct):
    """Of a frame, which it is: a call has its name."""

    t: str


class Acknowledged(Struct):
    """What a call of a seat is answered."""

    ply: int


which = msgspec.json.Decoder(Sent).decode
parse_acknowledged = msgspec.json.Decoder(Acknowledged).decode


class ProgramPlayer(MeteredPlayer):
    """What a socket's player says in a frame it says by a call; what that hears it reads from a stream."""

    def __init__(self, table: Table, port: int, program: Program) -> None:
        super().__init__(table, "")
        self.token, self.address = program.token, new_address()
        self.calls = CallLine(port, self._take_answer)
        self._chunks = self._line = b""
        self._acknowledged = -1

    @property
    def may_move(self) -> bool:
        """Also when the stream has told of the last move: its answer may come first."""
        return super().may_move and self.ply >= self._acknowledged

    def send(self, payload: bytes) -> None:
        """Make the call that says what this frame says."""
        name = which(payload).t
        body = payload.replace(b'{"t":"%b",' % name.encode(), b"{", 1)
        path = f"/api/v1/play/{self.game}/{name}"
        self.calls.call(build_request("POST", path, self.token, self.address, body))

    def ping(self) -> None:
        """Nothing: a stream is kept alive by the server."""

    def close(self) -> None:
        self.is_closing = True
        self.transport.close()
        self.calls.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        path = f"/api/v1/play/{self.game}?since=-1"
        self.transport.write(build_request("GET", path, self.token, self.address))

    def data_received(self, data: bytes) -> None:
        self._chunks += data
        if not self.is_open:
            head, end, rest = self._chunks.partition(END_OF_HEAD)
            if not end:
                return
            self._chunks = rest
            if not head.startswith(b"HTTP/1.1 200"):
                return self.opened.set_exception(ConnectionLost(f"The stream was answered {head[:40]!r}."))
            self.is_open = True
            self.opened.set_result(None)
        told, self._chunks = parse_chunks(self._chunks)
        *lines, self._line = (self._line + told).split(b"\n")
        for line in filter(None, lines):
            self.on_text(line)

    def _take_answer(self, status: int, body: bytes) -> None:
        self.meter.record_frame(body)
        if status != 200:
            self.meter.fault = f"table {self.game}: {status} {body.decode(errors='replace')}"
            return
        self.unanswered -= 1
        self._acknowledged = parse_acknowledged(body).ply
        self.record_ack()
        self.move_if_continuous()
