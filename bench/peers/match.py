"""Matches of boardgame.io: made by its lobby's API, and played over socket.io as its own client does."""

import asyncio
import json
from functools import partial
from http.client import HTTPConnection
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from bench.live.player import Player, Table
from bench.live.room import MOVES_PER_GAME, Room, gather_limited
from bench.live.servers import Site
from bench.live.waiting import wait_excluding_pauses
from bench.live.websocket import connect
from bench.measurement import MeasurementFailed

GAME = "turns"  # in boardgame_server.js
# Packets of Engine.IO and, after the first digit, of Socket.IO in a namespace of the game's name.
PATH = "/socket.io/?EIO=4&transport=websocket"
OPENED, PING, PONG = b"0", b"2", b"3"
CONNECT, EVENT = b"40/turns,", b"42/turns,"
SYNC, UPDATE = EVENT + b'["sync",', EVENT + b'["update",'


class Context(Struct, gc=False):
    """Whose turn it is, and whether the game is over."""

    current_player: str = msgspec.field(name="currentPlayer")
    gameover: bool = False


class State(Struct, gc=False):
    """A state, as far as its mover needs it."""

    number: int = msgspec.field(name="_stateID")
    ctx: Context


class SyncInfo(Struct, gc=False):
    """What a player is sent who sits down."""

    state: State


parse_sync = msgspec.json.Decoder(tuple[str, str, SyncInfo]).decode
parse_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode


def encode_event(*parts: object) -> bytes:
    return EVENT + msgspec.json.encode(parts)


class MatchPlayer(Player):
    """One player's socket. There is no acknowledgement but the new state, which both are sent."""

    def __init__(self, table: Table, credentials: str) -> None:
        super().__init__(PATH)
        self.sit_down(table)
        self.seat = len(table.players) - 1
        self.credentials = credentials
        self.has_turn = False

    @property
    def may_move(self) -> bool:
        return self.has_turn and self.sent_at is None

    def make_move(self) -> None:
        player = str(self.seat)
        payload = {"type": "pass", "args": [], "playerID": player, "credentials": self.credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.sent_at = perf_counter()
        self.send(encode_event("update", action, self.ply, self.table.game, player))

    def ping(self) -> None:
        """Here it is the server that pings."""

    def on_text(self, payload: bytes) -> None:
        self.meter.record_frame(payload)
        if payload.startswith(UPDATE):
            self._follow(parse_update(payload[len(EVENT) :])[2])
        elif payload.startswith(SYNC):
            self._follow(parse_sync(payload[len(EVENT) :])[2].state)
            self.table.on_first_deal()
        elif payload == PING:
            self.send(PONG)
        elif payload.startswith(OPENED):
            self.send(CONNECT)
        elif payload.startswith(CONNECT):
            self.send(encode_event("sync", self.table.game, str(self.seat), self.credentials, 2))

    def _follow(self, state: State) -> None:
        if self.sent_at is not None:
            self.record_ack()
            self.sent_at = None
        self.ply = state.number
        self.has_turn = state.ctx.current_player == str(self.seat) and not state.ctx.gameover
        if state.ctx.gameover and self is self.table.players[0]:
            self.table.on_end()
        self.move_if_continuous()


class MatchRoom(Room):
    """Matches whose states are padded with so many bytes, and that are as long as a game of ours."""

    def __init__(self, site: Site, pad: int) -> None:
        super().__init__(site)
        self.setup_data = {"moves": MOVES_PER_GAME, "pad": pad}

    async def seat_players(self, tables: int) -> list[Table]:
        made = await asyncio.to_thread(self._make_matches, tables)
        return await gather_limited([partial(self._connect_players, *match) for match in made])

    def _make_matches(self, matches: int) -> list[tuple[str, list[str]]]:
        """Matches, and the credentials of their two players."""
        lobby = HTTPConnection("127.0.0.1", self.site.ports[0], timeout=60)
        made = []
        for _ in range(matches):
            match = _post(lobby, "create", numPlayers=2, setupData=self.setup_data)["matchID"]
            joined = [_post(lobby, f"{match}/join", playerID=seat, playerName=seat) for seat in "01"]
            made.append((match, [each["playerCredentials"] for each in joined]))
        lobby.close()
        return made

    async def _connect_players(self, match: str, credentials: list[str]) -> Table:
        synced = asyncio.Semaphore(0)
        table = Table(match, self.meter, synced.release)
        for own in credentials:
            await connect(self.site.ports[0], MatchPlayer(table, own))
            await wait_excluding_pauses(synced.acquire())
        return table


def _post(lobby: HTTPConnection, path: str, **body: object) -> Any:
    lobby.request("POST", f"/games/{GAME}/{path}", json.dumps(body), {"Content-Type": "application/json"})
    answer = lobby.getresponse()
    text = answer.read().decode()
    if answer.status != 200:
        raise MeasurementFailed(f"boardgame.io answered {path} with {answer.status}: {text[:200]}")
    return json.loads(text)
