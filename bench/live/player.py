"""Cheap scripted players. Each makes a simple legal move, at once or on request."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter
from typing import NamedTuple

import msgspec
from msgspec import Struct

from bench.live.table_socket import TableSocket
from bench.live.websocket import Socket
from bench.seat import build_protocol_answer

MOVE_EVENTS = ("thrown", "played", "go")


class View(Struct, gc=False):
    """The parts of a view that a move depends on."""

    phase: str
    hand: list[str]
    turn: list[int]
    playable: list[str]
    must_go: bool


class TableEvent(Struct, gc=False):
    """The mover's part of an event."""

    e: str
    seat: int | None = None


class ProtocolState(Struct, gc=False):
    """The pending step of the deal protocol."""

    must: str | None = None


class Frame(Struct, gc=False):
    """The fields of a table's frame that players need."""

    t: str
    ply: int = -1
    you: int | None = None
    view: View | None = None
    events: list[TableEvent] = []
    fair: ProtocolState | None = None
    must: str | None = None
    says: str = ""


parse_frame = msgspec.json.Decoder(Frame).decode


class Traffic(NamedTuple):
    """The data that a server sends for a move, to both players together."""

    frames: float
    bytes: float


@dataclass
class Meter:
    """The clients' counts: seconds until the acknowledgement and the opponent's event, frames and bytes."""

    is_recording: bool = False
    ack_latencies: list[float] = field(default_factory=list)
    opponent_latencies: list[float] = field(default_factory=list)
    frames_received: int = 0
    bytes_received: int = 0
    fault: str = ""

    def clear(self) -> None:
        """Start again from zero."""
        self.ack_latencies, self.opponent_latencies = [], []
        self.frames_received = self.bytes_received = 0

    @property
    def traffic_per_move(self) -> Traffic:
        moves = len(self.ack_latencies)
        return Traffic(self.frames_received / moves, self.bytes_received / moves)

    def record_frame(self, payload: bytes) -> None:
        if self.is_recording:
            self.frames_received += 1
            self.bytes_received += len(payload)


class Table:
    """One game from both scripted players' side. Each only knows what the server sent them."""

    def __init__(self, game: str, meter: Meter, on_first_deal: Callable[[], None]) -> None:
        self.game, self.meter, self.on_first_deal = game, meter, on_first_deal
        self.players: list[Player] = []
        self.plays_continuously = False
        self.on_end: Callable[[], None] = lambda: None

    @property
    def ply(self) -> int:
        return min(sitter.ply for sitter in self.players)

    def play_continuously(self) -> None:
        """Move whenever it is a player's turn, from now on."""
        self.plays_continuously = True
        for sitter in self.players:
            sitter.move_if_continuous()

    def play_one_move(self) -> None:
        """Make one move of the player whose turn it is."""
        for sitter in self.players:
            if sitter.may_move:
                return sitter.make_move()

    def move_sent_at(self, seat: int) -> float | None:
        return next((sitter.sent_at for sitter in self.players if sitter.seat == seat), None)


class Player(Socket, ABC):
    """One seat's socket at a table of any server."""

    table: Table
    meter: Meter
    seat = -1
    ply = -1
    sent_at: float | None = None

    @property
    @abstractmethod
    def may_move(self) -> bool: ...

    @abstractmethod
    def make_move(self) -> None: ...

    @abstractmethod
    def ping(self) -> None:
        """Send a ping, so that the server keeps the socket open."""

    def sit_down(self, table: Table) -> None:
        self.table, self.meter = table, table.meter
        table.players.append(self)

    def move_if_continuous(self) -> None:
        if self.table.plays_continuously and self.may_move:
            self.make_move()

    def record_ack(self) -> None:
        if self.meter.is_recording and self.sent_at is not None:
            self.meter.ack_latencies.append(perf_counter() - self.sent_at)

    def on_lost(self) -> None:
        self.meter.fault = self.meter.fault or f"table {self.table.game}: the server closed the socket"


class MeteredPlayer(TableSocket, Player):
    """One seat's socket at our table, which follows the protocol by itself."""

    def __init__(self, table: Table, cookies: str) -> None:
        super().__init__(table.game, cookies)
        self.sit_down(table)
        self.secret = sha256(f"{table.game} {len(table.players)}".encode()).digest()
        self.view: View | None = None
        self.unanswered = 0

    @property
    def may_move(self) -> bool:
        return self.view is not None and not self.unanswered and self.seat in self.view.turn

    def on_text(self, payload: bytes) -> None:
        frame = parse_frame(payload)
        self.meter.record_frame(payload)
        match frame.t:
            case "event" if frame.view is not None:
                self._handle_event(frame, frame.view)
            case "ack":
                self.unanswered -= 1
                self.record_ack()
            case "table" if frame.you is not None and frame.fair is not None:
                self.seat, self.ply, self.view = frame.you, frame.ply, frame.view
                self._follow_deal_protocol(frame.fair.must)
            case "fair":
                return self._follow_deal_protocol(frame.must)
            case "refused" | "bye":
                self.meter.fault = f"table {self.table.game}: {frame.says}"
        self.move_if_continuous()

    def make_move(self) -> None:
        """Discard the first two cards, or play the first legal card."""
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

    def _handle_event(self, frame: Frame, view: View) -> None:
        if self.ply <= 0:
            self.table.on_first_deal()
        self.ply, self.view = frame.ply, view
        if self.meter.is_recording and not self.table.plays_continuously:
            self._record_opponent_latency(frame)
        if view.phase == "over" and self is self.table.players[0]:
            self.table.on_end()

    def _record_opponent_latency(self, frame: Frame) -> None:
        for event in frame.events:
            if event.e in MOVE_EVENTS and event.seat is not None and event.seat != self.seat:
                sent_at = self.table.move_sent_at(event.seat)
                if sent_at is not None:
                    self.meter.opponent_latencies.append(perf_counter() - sent_at)
                return

    def _follow_deal_protocol(self, must: str | None) -> None:
        if (answer := build_protocol_answer(must, self.game, self.seat, self.secret)) is not None:
            self.unanswered += 1
            self.send(msgspec.json.encode(answer))
