"""Plays an evening over real sockets: all look at the event, and play at each table they are sent to."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPConnection
from itertools import cycle
from time import perf_counter
from typing import Any
from zlib import crc32

import msgspec

from bench.events.crowd import TOKEN
from bench.live.addresses import new_address
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.table_socket import PING_EVERY
from bench.live.websocket import Socket, connect
from bench.measurement import MeasurementFailed

SECONDS_UNTIL_STUCK = 120.0
AT_ONCE = 50  # games alone, that each ends in time


@dataclass
class Evening:
    """What the players saw of it; a table is at one process, as behind a proxy that knows it by its path."""

    ports: Sequence[int]
    meter: Meter = field(default_factory=Meter)
    tables: dict[str, Table] = field(default_factory=dict)
    seated: set[tuple[str, int]] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    frames: int = 0
    bytes: int = 0
    last: dict[str, Any] = field(default_factory=dict)
    moved_at: float = field(default_factory=perf_counter)

    def table(self, game: str) -> Table:
        """The table of a game, as all who sit at it know it."""
        if game not in self.tables:
            self.tables[game] = table = Table(game, self.meter, lambda: None)
            table.plays_continuously = True
            table.on_end = lambda: self.note_end(game)
        return self.tables[game]

    def port_of(self, game: str) -> int:
        return self.ports[crc32(game.encode()) % len(self.ports)]

    def is_played(self, games: int) -> bool:
        """Whether so many games have ended, and the order has them all, as far as a frame shows it."""
        lines = self.last.get("standings", [])
        shown = sum(line["games"] for line in lines)
        is_cut = len(lines) < self.last.get("count", 0)
        return len(self.ended) >= games and (is_cut or shown >= 2 * games)

    def note_end(self, game: str) -> None:
        self.ended.add(game)
        self.moved_at = perf_counter()


class SeatedPlayer(MeteredPlayer):
    """A player at one table, who gets up when the game is over."""

    def __init__(self, table: Table, cookies: str) -> None:
        super().__init__(table, cookies)
        self.secret = sha256(f"{table.game} {cookies}".encode()).digest()

    def on_text(self, payload: bytes) -> None:
        super().on_text(payload)
        if self.view is not None and self.view.phase == "over":
            self.close()


class EventSocket(Socket):
    """A player's page of the event, which opens each table by itself."""

    def __init__(self, evening: Evening, event: str, number: int, cookies: str) -> None:
        super().__init__(f"/ws/event/{event}", cookies)
        self.evening, self.number = evening, number
        self._tasks: set[asyncio.Task[Any]] = set()

    def on_open(self) -> None:
        self.send(b'{"t":"hello"}')

    def ping(self) -> None:
        self.send(b'{"t":"ping"}')

    def on_text(self, payload: bytes) -> None:
        self.evening.frames += 1
        self.evening.bytes += len(payload)
        if payload.startswith(b'{"t":"table"'):
            self._sit_down(msgspec.json.decode(payload)["game"])
        elif payload.startswith(b'{"t":"event"') and self.number == 0:
            self.evening.last = msgspec.json.decode(payload)
        elif payload.startswith(b'{"t":"bye"'):
            self.evening.meter.fault = payload.decode()

    def _sit_down(self, game: str) -> None:
        if (game, self.number) not in self.evening.seated:
            self.evening.seated.add((game, self.number))
            player = SeatedPlayer(self.evening.table(game), self.cookies)
            task = asyncio.ensure_future(connect(self.evening.port_of(game), player))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def play_evening(
    ports: Sequence[int], event: str, cookies: Sequence[str], games: int, *, joins: bool = True
) -> Evening:
    """Enter all players, and play until so many games have ended and each order shows it."""
    evening, port = Evening(ports), cycle(ports)
    if joins:
        await asyncio.to_thread(enter_all, ports[0], event, cookies)
    sockets = [
        await connect(next(port), EventSocket(evening, event, number, own))
        for number, own in enumerate(cookies)
    ]
    pinging = asyncio.ensure_future(_ping_all(sockets))
    try:
        while not evening.is_played(games):
            if perf_counter() - evening.moved_at > SECONDS_UNTIL_STUCK or evening.meter.fault:
                raise MeasurementFailed(evening.meter.fault or "No game has ended for two minutes.")
            await asyncio.sleep(0.2)
    finally:
        pinging.cancel()
        for socket in sockets:
            socket.close()
    return evening


async def play_games(
    ports: Sequence[int], rounds: Sequence[Sequence[tuple[int, int]]], cookies: Sequence[str]
) -> Evening:
    """Play games that belong to no event, each opened by its two players, a round after the other."""
    evening, free = Evening(ports), asyncio.Semaphore(AT_ONCE)

    async def play(seats: tuple[int, int]) -> None:
        async with free:
            await play_one(seats)

    async def play_one(seats: tuple[int, int]) -> None:
        one, other = (cookies[seat] for seat in seats)
        game = await asyncio.to_thread(_open_game, ports[seats[0] % len(ports)], one, other)
        ended = asyncio.Event()
        table = evening.table(game)
        table.on_end = ended.set
        for own in (one, other):
            await connect(evening.port_of(game), SeatedPlayer(table, own))
        await asyncio.wait_for(ended.wait(), SECONDS_UNTIL_STUCK)
        evening.note_end(game)

    for each in rounds:
        await asyncio.gather(*[play(seats) for seats in each])
    return evening


def _open_game(port: int, one: str, other: str) -> str:
    """A rated game of two players, by a link, as people open one."""
    wanted = {"against": "link", "rated": True, "clock": "quick"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        made = _post(connection, "/api/games", one, wanted)
        _post(connection, f"/api{made['invite']}", other, {})
    return str(made["game"])


def _post(connection: HTTPConnection, path: str, cookies: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Cookie": cookies, "X-CSRFToken": TOKEN, "X-Forwarded-For": new_address()}
    connection.request("POST", path, msgspec.json.encode(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 400:
        raise MeasurementFailed(f"{path} was answered {answer.status}: {text.decode()[:200]}")
    return dict(msgspec.json.decode(text))


def enter_all(port: int, event: str, cookies: Sequence[str]) -> None:
    """Have all of these join an event."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        for own in cookies:
            _post(connection, f"/api/events/{event}/join", own, {})


async def _ping_all(sockets: Sequence[EventSocket]) -> None:
    while True:
        await asyncio.sleep(PING_EVERY)
        for socket in sockets:
            socket.ping()
