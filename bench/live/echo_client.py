"""Takes turns with the echo on two sockets: the same frames as a game's, with nothing decided."""

from time import perf_counter

from bench.live.player import Meter, parse_frame
from bench.live.websocket import Socket

MOVE = b'{"t":"move","ply":100,"move":{"kind":"play","card":"5H"}}'
ACK_BYTES = 21


class EchoClient(Socket):
    """One end of an echoing table: it speaks when it hears the other."""

    def __init__(self, path: str, meter: Meter) -> None:
        super().__init__(path)
        self.meter = meter
        self.sent_at: float | None = None

    def send_move(self) -> None:
        self.sent_at = perf_counter()
        self.send(MOVE)

    def on_text(self, payload: bytes) -> None:
        frame = parse_frame(payload)
        if frame.t == "event" and self.sent_at is None:
            self.send_move()
        elif frame.t == "ack" and self.sent_at is not None:
            if self.meter.is_recording:
                self.meter.ack_latencies.append(perf_counter() - self.sent_at)
            self.sent_at = None

    def on_lost(self) -> None:
        self.meter.fault = f"{self.path}: the server closed the socket"
