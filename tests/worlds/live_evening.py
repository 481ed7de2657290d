"""An evening as browsers experience it: the event's page, each assigned table, and the page again."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter
from typing import Any
from zlib import crc32

import msgspec

from bench.events.browser import get, post
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.table_socket import keep_alive
from bench.live.websocket import Socket, connect
from bench.measurement import MeasurementFailed
from rng.twister import Twister, stream

SECONDS_UNTIL_STUCK = 120.0
LOOKS_EVERY = 0.2
BACK_AFTER = 1.5
BYE = b'{"t":"bye"'


@dataclass(frozen=True, slots=True)
class Pace:
    """The players' delays in seconds: until all have joined, for a move, and between two pages."""

    joining: float = 0.0
    move: float = 0.0
    page: float = 0.0


@dataclass
class Evening:
    """The players' observations of an evening. A proxy would send each table to one process by its path."""

    ports: Sequence[int]
    pace: Pace = Pace()
    event: str = ""
    meter: Meter = field(default_factory=Meter)
    tables: dict[str, Table] = field(default_factory=dict)
    seated: dict[str, list[int]] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    sockets: set["EventSocket | SeatedPlayer"] = field(default_factory=set)
    frames: int = 0
    lost: int = 0
    last: dict[str, Any] = field(default_factory=dict)
    heard_at: float = field(default_factory=perf_counter)
    chance: Twister = field(default_factory=lambda: stream(sha256(b"evening").digest(), "bench delays"))

    def port_of(self, path: str) -> int:
        return self.ports[crc32(path.encode()) % len(self.ports)]

    def send_to_table(self, game: str, number: int) -> bool:
        """Record that a player is sent to a table. Return whether that is new to them."""
        sitters = self.seated.setdefault(game, [])
        if number in sitters:
            return False
        sitters.append(number)
        return True

    async def play(self, game: str, cookies: str) -> None:
        """Open a table's page, play the game, and leave when it is over."""
        if game not in self.tables:
            self.tables[game] = table = Table(game, self.meter, lambda: None)
            table.plays_continuously = True
        port = self.port_of(game)
        await get(port, f"/table/{game}", cookies)
        is_over = False
        while not is_over:
            player = await connect(port, SeatedPlayer(self, self.tables[game], cookies))
            self.sockets.add(player)
            is_over = await player.is_over
            await self.leave(player, is_over)
        self.ended.add(game)

    async def leave(self, socket: "EventSocket | SeatedPlayer", has_ended: bool) -> None:
        """Close a socket. If the server closed it, reconnect a moment later, as a browser does."""
        self.sockets.discard(socket)
        socket.close()
        if not has_ended:
            self.lost += 1
            await asyncio.sleep(BACK_AFTER)

    def time_to_think(self) -> float:
        return self.pace.move * 2 * self.chance.random()

    def is_played(self, games: int) -> bool:
        """Return whether this many games have ended, and the standings in the frames include them all."""
        lines = self.last.get("standings", [])
        shown = sum(line["games"] for line in lines)
        is_cut = len(lines) < self.last.get("count", 0)
        return len(self.ended) >= games and (is_cut or shown >= 2 * games)

    @property
    def is_over(self) -> bool:
        """Return whether the last frame of the event's page shows the event as over."""
        return bool(self.last) and self.last["event"]["state"] == "over"

    def check(self) -> None:
        """Raise if a server has refused, or sent nothing for long."""
        if self.meter.fault:
            raise MeasurementFailed(self.meter.fault)
        if perf_counter() - self.heard_at > SECONDS_UNTIL_STUCK:
            live = self.seated.keys() - self.ended
            raise MeasurementFailed(f"No progress: {len(self.ended)} games ended, {len(live)} did not.")


class SeatedPlayer(MeteredPlayer):
    """A player at one table, who pauses before each move."""

    def __init__(self, evening: Evening, table: Table, cookies: str) -> None:
        super().__init__(table, cookies)
        self.secret = sha256(f"{table.game} {cookies}".encode()).digest()
        self.evening, self.is_thinking = evening, False
        self.is_over: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def on_text(self, payload: bytes) -> None:
        self.evening.heard_at = perf_counter()
        if payload.startswith(BYE):
            return self.on_lost()
        super().on_text(payload)
        if self.view is not None and self.view.phase == "over" and not self.is_over.done():
            self.is_over.set_result(True)

    def on_lost(self) -> None:
        if not self.is_over.done():
            self.is_over.set_result(False)

    def move_if_continuous(self) -> None:
        if self.may_move and not self.is_thinking:
            self.is_thinking = True
            asyncio.get_running_loop().call_later(self.evening.time_to_think(), self._move)

    def _move(self) -> None:
        self.is_thinking = False
        if self.may_move and not self.is_closing:
            self.make_move()


class EventSocket(Socket):
    """The socket of an event's page, until it announces the player's table."""

    def __init__(self, evening: Evening, event: str, number: int, cookies: str) -> None:
        super().__init__(f"/ws/event/{event}", cookies)
        self.evening, self.number = evening, number
        self.game: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def on_open(self) -> None:
        self.send(b'{"t":"hello"}')

    def ping(self) -> None:
        self.send(b'{"t":"ping"}')

    def on_text(self, payload: bytes) -> None:
        self.evening.heard_at = perf_counter()
        self.evening.frames += 1
        if payload.startswith(b'{"t":"table"'):
            game = msgspec.json.decode(payload)["game"]
            if self.evening.send_to_table(game, self.number) and not self.game.done():
                self.game.set_result(game)
        elif payload.startswith(b'{"t":"event"') and self.number == 0:
            self.evening.last = msgspec.json.decode(payload)
        elif payload.startswith(BYE):
            self.on_lost()

    def on_lost(self) -> None:
        if not self.game.done():
            self.game.set_result(None)


async def play_evening(
    ports: Sequence[int], event: str, cookies: Sequence[str], games: int, pace: Pace = Pace()
) -> Evening:
    """Enter all players, and play until this many games have ended and every page's standings show it."""
    evening = Evening(ports, pace, event)
    await _play_until(evening, _visits(evening, cookies), lambda: evening.is_played(games))
    return evening


async def play_until_over(ports: Sequence[int], event: str, cookies: Sequence[str]) -> Evening:
    """Enter all players, and play until the event's page shows that the event is over."""
    evening = Evening(ports, event=event)
    await _play_until(evening, _visits(evening, cookies), lambda: evening.is_over)
    return evening


def _visits(evening: Evening, cookies: Sequence[str]) -> list[Coroutine[Any, Any, None]]:
    everyone = len(cookies)
    return [_visit(evening, evening.event, number, own, everyone) for number, own in enumerate(cookies)]


async def _visit(evening: Evening, event: str, number: int, cookies: str, everyone: int) -> None:
    """Run one player's evening, from page to page."""
    port = evening.ports[number % len(evening.ports)]
    await asyncio.sleep(evening.pace.joining * number / everyone)
    await get(port, f"/events/{event}", cookies)
    await post(port, f"/api/events/{event}/join", cookies)
    while True:
        page = await connect(port, EventSocket(evening, event, number, cookies))
        evening.sockets.add(page)
        game = await page.game
        if game is not None:
            await asyncio.sleep(evening.pace.page)
        await evening.leave(page, game is not None)
        if game is None:
            continue
        await evening.play(game, cookies)
        await get(port, f"/api/events/{event}/mine", cookies)
        await asyncio.sleep(evening.pace.page)
        await get(port, f"/events/{event}", cookies)


async def _play_until(
    evening: Evening, visits: Sequence[Coroutine[Any, Any, None]], is_over: Callable[[], bool]
) -> None:
    """Run all visits until the evening is over, or one of them fails."""
    playing = [asyncio.ensure_future(visit) for visit in visits]
    pinging = asyncio.ensure_future(keep_alive(lambda: list(evening.sockets)))
    try:
        while not is_over():
            evening.check()
            for failed in [task for task in playing if task.done()]:
                failed.result()
            await asyncio.sleep(LOOKS_EVERY)
    finally:
        for task in (pinging, *playing):
            task.cancel()
        await asyncio.gather(pinging, *playing, return_exceptions=True)
        for socket in evening.sockets:
            socket.close()


async def open_game(port: int, one: str, other: str) -> str:
    """Open a rated game of two players by link."""
    made = await post(port, "/api/games", one, {"against": "link", "rated": True, "clock": "quick"})
    await post(port, f"/api{made['invite']}", other)
    return str(made["game"])
