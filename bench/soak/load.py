"""Generate moderate load: people and bots, watchers, the lobby, pages; all of them come and go."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from bench.live.guests import PASSWORD, Guest
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.servers import Site
from bench.live.table_socket import keep_alive
from bench.live.waiting import wait_excluding_pauses
from bench.live.watcher import FeedVisitor, Watcher
from bench.live.websocket import Socket, connect
from bench.measurement import MeasurementFailed
from rng.twister import Twister, stream

T = TypeVar("T")

SECONDS_PER_MOVE = 2.0
GAMES_PER_PAIR = 3  # then other guests come
BOTS = ("novice", "intermediate", "advanced", "halscrib")
STAY_SECONDS = (20.0, 90.0)
RETRY_SECONDS = 2.0
KINDS_OF_SEEKS = ("manual", "muggins")  # one of each at a time: they never match
PAGES = (
    *("/", "/ladder", "/ladder?kind=house", "/ladder/rules", "/fairness", "/fairness/deals"),
    *("/learn", "/lab", "/privacy", "/settings", "/accounts/login/", "/accounts/signup/"),
)


@dataclass(frozen=True, slots=True)
class Population:
    """The number of visitors of each kind, and the pages that they open per second."""

    tables: int = 16
    regulars: int = 10
    watchers: int = 16
    lobby: int = 12
    ladder: int = 4
    pages: float = 1.5


@dataclass
class Load:
    """All simulated visitors. Each repeats the same actions, and errors are counted."""

    site: Site
    population: Population
    seed: int
    done: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    playing: set[Table] = field(default_factory=set)
    sockets: set[Any] = field(default_factory=set)
    finished_games: list[str] = field(default_factory=list)
    regulars: dict[int, Guest] = field(default_factory=dict)
    opening_lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self) -> None:
        """Play until it is cancelled."""
        company = self.population
        roles: list[tuple[str, Callable[[int, Twister], Awaitable[None]], int]] = [
            ("a table of two people", self.play_each_other, company.tables),
            ("a table with a bot", self.play_bot, company.regulars),
            ("a watcher", self.watch_table, company.watchers),
            ("a visit to the lobby", partial(self.visit_feed, "/ws/lobby", b'{"t":"hello"}'), company.lobby),
            ("a look at the ladder", partial(self.visit_feed, "/ws/ladder", LADDER_HELLO), company.ladder),
            ("a seek", self.seek_and_cancel, len(KINDS_OF_SEEKS)),
            ("a page", self.read_page, 1),
        ]
        async with asyncio.TaskGroup() as crowd:
            crowd.create_task(keep_alive(lambda: [one for one in self.sockets if one.is_open]))
            for name, role, how_many in roles:
                for number in range(how_many):
                    crowd.create_task(self.repeat(name, role, number))

    async def repeat(self, name: str, role: Callable[[int, Twister], Awaitable[None]], number: int) -> None:
        chance = stream(sha256(f"{self.seed} {name} {number}".encode()).digest(), "soak")
        await asyncio.sleep(chance.random() * 2 * SECONDS_PER_MOVE)  # not all at once
        while True:
            try:
                await role(number, chance)
                self.done[name] += 1
            except (MeasurementFailed, RuntimeError, OSError) as fault:
                self.faults[f"{name}: {str(fault)[:160]}"] += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def play_each_other(self, number: int, chance: Twister) -> None:
        """Let two guests play some games and leave. Half of such pairs use two processes."""
        ports = self.site.ports
        here, there = ports[number % len(ports)], ports[(number + number // 2) % len(ports)]
        pair = [await self.new_guest(here), await self.new_guest(there)]
        for _ in range(GAMES_PER_PAIR):
            async with self.opening_lock:  # otherwise another guest could be seated first
                game = await run_in_thread(self.open_game, pair, by_link=chance.random() < 0.5)
            seats = list(zip((here, there), pair, strict=True))
            await self.play_game(game, seats, chance)
        for guest in pair:
            guest.close()

    async def play_bot(self, number: int, chance: Twister) -> None:
        """Let an account play a bot for points, and open the review."""
        if number not in self.regulars:
            me = await self.new_guest(self.site.ports[number % len(self.site.ports)])
            name = f"Regular-{number}"
            await run_in_thread(me.submit, "/accounts/signup/", username=name, password1=PASSWORD)
            self.regulars[number] = me
        me, bot = self.regulars[number], BOTS[chance.randrange(len(BOTS))]
        rated = {} if bot == "halscrib" else {"rated": True, "clock": "relaxed"}
        game = str((await run_in_thread(me.post, "/api/games", {"against": bot, **rated}))["game"])
        await self.play_game(game, [(self.site.ports[number % len(self.site.ports)], me)], chance)
        for page in (f"/game/{game}", f"/@Regular-{number}", "/ladder/mine", f"/game/{game}/deals"):
            await run_in_thread(me.get, page)
            self.done["a page"] += 1

    async def play_game(self, game: str, seats: list[tuple[int, Guest]], chance: Twister) -> None:
        """Play one game, with a move every other second, and some chat."""
        over = asyncio.Event()
        table = Table(game, Meter(), lambda: None)
        table.on_end = over.set
        try:
            for port, guest in seats:
                self.sockets.add(await connect(port, MeteredPlayer(table, guest.cookies)))
            self.playing.add(table)
            while not over.is_set() and not table.meter.fault:
                ply = table.ply
                table.play_one_move()
                if chance.random() < 0.02:
                    table.players[0].send(b'{"t":"say","phrase":"luck"}')
                await asyncio.sleep(SECONDS_PER_MOVE * (0.5 + chance.random()))
                self.done["moves"] += table.ply - ply
            if table.meter.fault:
                raise MeasurementFailed(table.meter.fault)
            self.finished_games = [*self.finished_games[-50:], game]
        finally:
            self.playing.discard(table)
            for sitter in table.players:
                self.close_socket(sitter, chance)

    async def watch_table(self, number: int, chance: Twister) -> None:
        """Watch one table for a while, as a guest or a new visitor."""
        if not self.playing:
            return await asyncio.sleep(1)
        table = sorted(self.playing, key=lambda table: table.game)[chance.randrange(len(self.playing))]
        port = self.site.ports[chance.randrange(len(self.site.ports))]
        await self.stay(port, Watcher(table.game, self.draw_cookies(chance)), chance)

    async def visit_feed(self, path: str, hello: bytes, number: int, chance: Twister) -> None:
        port = self.site.ports[chance.randrange(len(self.site.ports))]
        await self.stay(port, FeedVisitor(path, self.draw_cookies(chance), hello), chance)

    async def stay(self, port: int, socket: Watcher | FeedVisitor, chance: Twister) -> None:
        """Stay for a while, and expect at least one frame."""
        self.sockets.add(socket)
        try:
            await connect(port, socket)
            await wait_excluding_pauses(socket.received.wait())
            await asyncio.sleep(STAY_SECONDS[0] + chance.random() * (STAY_SECONDS[1] - STAY_SECONDS[0]))
        finally:
            self.close_socket(socket, chance)

    async def seek_and_cancel(self, number: int, chance: Twister) -> None:
        """Wait for an opponent with settings that no other player wants, and cancel."""
        guest = await self.new_guest(self.site.ports[number % len(self.site.ports)])
        wanted = {"against": "anyone", "target": 61, "counting": KINDS_OF_SEEKS[number]}
        seek = (await run_in_thread(guest.post, "/api/games", wanted))["game"]
        await asyncio.sleep(5 + 10 * chance.random())
        await run_in_thread(guest.post, f"/api/seeks/{seek}/cancel")
        guest.close()

    async def read_page(self, number: int, chance: Twister) -> None:
        """Open one page, as a new visitor or as a current player."""
        games = [f"/game/{game}" for game in self.finished_games] + [
            f"/table/{table.game}" for table in self.playing
        ]
        pages = [*PAGES, *games[:: max(1, len(games) // 6)]]
        guest = await self.new_guest(self.site.ports[chance.randrange(len(self.site.ports))])
        await run_in_thread(guest.get, pages[chance.randrange(len(pages))])
        guest.close()
        await asyncio.sleep(2 / self.population.pages * chance.random())

    async def new_guest(self, port: int) -> Guest:
        """Make a new guest."""
        return await run_in_thread(Guest, port)

    def open_game(self, pair: list[Guest], by_link: bool) -> str:
        """Open a game of two, by link or in the lobby."""
        one, other = pair
        game = one.post("/api/games", {"against": "link" if by_link else "anyone", "clock": "standard"})
        way = f"/api{game['invite']}" if by_link else f"/api/seeks/{game['game']}/accept"
        return str(other.post(way)["game"])

    def draw_cookies(self, chance: Twister) -> str:
        """Return the cookies of a regular player, or none."""
        known = list(self.regulars.values())
        return known[chance.randrange(len(known))].cookies if known and chance.random() < 0.7 else ""

    def close_socket(self, socket: Socket, chance: Twister) -> None:
        """Close the socket, with or without a close frame."""
        self.sockets.discard(socket)
        if not hasattr(socket, "transport"):
            return
        if chance.random() < 0.5:
            socket.close()
        else:
            socket.is_closing = True
            socket.transport.abort()


LADDER_HELLO = json.dumps({"t": "hello", "kind": "people"}).encode()


def run_in_thread(work: Callable[..., T], *arguments: Any, **named: Any) -> Coroutine[Any, Any, T]:
    return asyncio.to_thread(work, *arguments, **named)
