"""Scripted people: each makes a plain legal move, at once or when told to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter

import msgspec
from msgspec import Struct

from bench.live.table_socket import TableSocket
from rng.commitment import seat_commitment

MADE = ("thrown", "played", "go")


class View(Struct, gc=False):
    """What a move is chosen from."""

    phase: str
    hand: list[str]
    turn: list[int]
    playable: list[str]
    must_go: bool


class Happened(Struct, gc=False):
    """An event, as far as its mover goes."""

    e: str
    seat: int | None = None


class Due(Struct, gc=False):
    """What the protocol of the deal awaits."""

    must: str | None = None


class Frame(Struct, gc=False):
    """Any frame of a table: only what is needed of it is read."""

    t: str
    ply: int = -1
    you: int | None = None
    view: View | None = None
    events: list[Happened] = []
    fair: Due | None = None
    must: str | None = None
    says: str = ""


decode = msgspec.json.Decoder(Frame).decode


@dataclass
class Meter:
    """What the clients saw while it counted: seconds to an ack, seconds to the other side, and bytes."""

    counting: bool = False
    acked: list[float] = field(default_factory=list)
    reached: list[float] = field(default_factory=list)
    bytes_heard: int = 0
    fault: str = ""

    def clear(self) -> None:
        """Begin anew."""
        self.acked, self.reached, self.bytes_heard = [], [], 0


class Table:
    """One game as both its scripted people see it; each knows of the other only when it was sent what."""

    def __init__(self, game: str, meter: Meter, begun: Callable[[], None]) -> None:
        self.game, self.meter, self.begun = game, meter, begun
        self.sitters: list[Sitter] = []
        self.at_once = False
        self.ended: Callable[[], None] = lambda: None

    @property
    def ply(self) -> int:
        return min(sitter.ply for sitter in self.sitters)

    def play_on(self) -> None:
        """Move whenever it is somebody's turn, from now on."""
        self.at_once = True
        for sitter in self.sitters:
            sitter.go_on()

    def play_one(self) -> None:
        """One move of whoever is to move."""
        for sitter in self.sitters:
            if sitter.may_move:
                return sitter.move()

    def sent_at(self, seat: int) -> float | None:
        return next((sitter.sent_at for sitter in self.sitters if sitter.seat == seat), None)


class Sitter(TableSocket):
    """One seat's socket, which keeps the protocol by itself."""

    def __init__(self, table: Table, cookies: str) -> None:
        super().__init__(table.game, cookies)
        self.table, self.meter = table, table.meter
        table.sitters.append(self)
        self.secret = sha256(f"{table.game} {len(table.sitters)}".encode()).digest()
        self.seat = -1
        self.ply = -1
        self.view: View | None = None
        self.unanswered = 0
        self.sent_at: float | None = None

    @property
    def may_move(self) -> bool:
        return self.view is not None and not self.unanswered and self.seat in self.view.turn

    def heard(self, payload: bytes) -> None:
        frame = decode(payload)
        if self.meter.counting:
            self.meter.bytes_heard += len(payload)
        match frame.t:
            case "event" if frame.view is not None:
                self._event(frame, frame.view)
            case "ack":
                self.unanswered -= 1
                if self.meter.counting and self.sent_at is not None:
                    self.meter.acked.append(perf_counter() - self.sent_at)
            case "table" if frame.you is not None and frame.fair is not None:
                self.seat, self.ply, self.view = frame.you, frame.ply, frame.view
                self._keep_word(frame.fair.must)
            case "fair":
                return self._keep_word(frame.must)
            case "refused" | "bye":
                self.meter.fault = f"table {self.table.game}: {frame.says}"
        self.go_on()

    def lost(self) -> None:
        self.meter.fault = self.meter.fault or f"table {self.table.game}: the server closed the socket"

    def go_on(self) -> None:
        if self.table.at_once and self.may_move:
            self.move()

    def move(self) -> None:
        """The first two cards to the crib, the first card that may be played."""
        view = self.view
        assert view is not None
        if view.phase == "throw":
            move = b'{"kind":"throw","cards":["%b","%b"]}' % (view.hand[0].encode(), view.hand[1].encode())
        elif view.must_go:
            move = b'{"kind":"go"}'
        else:
            move = b'{"kind":"play","card":"%b"}' % view.playable[0].encode()
        self.unanswered += 1
        self.sent_at = perf_counter()
        self.send(b'{"t":"move","ply":%d,"move":%b}' % (self.ply, move))

    def _event(self, frame: Frame, view: View) -> None:
        if self.ply <= 0:
            self.table.begun()
        self.ply, self.view = frame.ply, view
        if self.meter.counting and not self.table.at_once:
            self._reached(frame)
        if view.phase == "over" and self is self.table.sitters[0]:
            self.table.ended()

    def _reached(self, frame: Frame) -> None:
        for event in frame.events:
            if event.e in MADE and event.seat is not None and event.seat != self.seat:
                sent_at = self.table.sent_at(event.seat)
                if sent_at is not None:
                    self.meter.reached.append(perf_counter() - sent_at)
                return

    def _keep_word(self, must: str | None) -> None:
        if must is None:
            return
        shown = {"t": "reveal", "secret": self.secret.hex()}
        if must == "commit":
            shown = {"t": "commit", "c": seat_commitment(self.table.game, self.seat, self.secret).hex()}
        self.unanswered += 1
        self.send(msgspec.json.encode(shown))
