"""Two sockets that take turns with the echo: the same frames as a game's, with nothing decided."""

from time import perf_counter

from bench.live.player import Meter, decode
from bench.live.websocket import Socket

MOVE = b'{"t":"move","ply":100,"move":{"kind":"play","card":"5H"}}'
ACK_BYTES = 21


class Echoed(Socket):
    """One end of an echoing table: it speaks when it hears the other."""

    def __init__(self, path: str, meter: Meter) -> None:
        super().__init__(path)
        self.meter = meter
        self.sent_at: float | None = None

    def speak(self) -> None:
        self.sent_at = perf_counter()
        self.send(MOVE)

    def heard(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.t == "event" and self.sent_at is None:
            self.speak()
        elif frame.t == "ack" and self.sent_at is not None:
            if self.meter.counting:
                self.meter.acked.append(perf_counter() - self.sent_at)
            self.sent_at = None

    def lost(self) -> None:
        self.meter.fault = f"{self.path}: the server closed the socket"
