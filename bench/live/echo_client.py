"""Take turns with the echo server on two sockets: the frames of a game, without any game logic."""

from itertools import count
from math import inf
from time import perf_counter
from typing import NamedTuple

from bench.live.player import Player, Table, Traffic, parse_frame
from bench.live.room import Room, gather_limited
from bench.live.servers import Site
from bench.live.websocket import connect

MOVE = b'{"t":"move","ply":100,"move":{"kind":"play","card":"5H"}}'
ACK_BYTES = 21
FRAMES = 3
LEAST_FURTHER = 0.01  # of a frame per move, for each

# A server may serve one room after the other, so table names must differ.
_numbers = count()


class EchoPlayer(Player):
    """One end of an echo table. It may send after it has received the other's frame."""

    def __init__(self, path: str, table: Table) -> None:
        super().__init__(path)
        self.has_turn = not table.players
        self.sit_down(table)

    @property
    def may_move(self) -> bool:
        return self.has_turn

    def make_move(self) -> None:
        self.has_turn = False
        self.sent_at = perf_counter()
        self.send(MOVE)

    def ping(self) -> None:
        """Do nothing: the echo server closes no idle socket."""

    def on_text(self, payload: bytes) -> None:
        self.meter.record_frame(payload)
        frame = parse_frame(payload)
        if frame.t == "event" and self.sent_at is None:
            self.has_turn = True
            self.move_if_continuous()
        elif frame.t == "ack":
            self.record_ack()
            self.sent_at = None


class EchoShape(NamedTuple):
    """The length of frames, and the number of moves between further frames for each player; 0: never."""

    frame_bytes: int
    every: int


def echo_shape(traffic: Traffic) -> EchoShape:
    """Spread the further frames of a game, which come between its deals, evenly over its moves."""
    further = max(0.0, (traffic.frames - FRAMES) / 2)
    every = round(1 / further) if further > LEAST_FURTHER else 0
    each = 1 + 1 / every if every else 1
    return EchoShape(round((traffic.bytes - ACK_BYTES) / 2 / each), every)


class EchoRoom(Room):
    """Echo tables with as many frames and bytes per move."""

    moves_per_game = inf

    def __init__(self, site: Site, traffic: Traffic) -> None:
        super().__init__(site)
        self.shape = echo_shape(traffic)

    async def seat_players(self, tables: int) -> None:
        await gather_limited([self._seat_pair] * tables)

    async def _seat_pair(self) -> None:
        path = f"/ws/echo/{next(_numbers)}/{self.shape.frame_bytes}/{self.shape.every}"
        table = Table(path, self.meter, lambda: None)
        for _ in range(2):
            await connect(self.site.ports[0], EchoPlayer(table.game, table))
        self.waiting.append(table)
