"""A moderate evening: people and bots at play, watchers, the lobby, pages; all of them come and go."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from bench.live.guests import Guest
from bench.live.player import Meter, Sitter, Table
from bench.live.servers import Site
from bench.live.table_socket import keep_alive
from bench.live.waiting import patiently
from bench.live.websocket import Socket, connect
from bench.measurement import NothingMeasured
from bench.soak.visitors import Looking, Watching
from rng.twister import Twister, stream

T = TypeVar("T")

A_MOVE_EVERY = 2.0
GAMES_OF_A_PAIR = 3  # then other guests come
PASSWORD = "every other hand"  # noqa: S105 - of nobody
BOTS = ("novice", "intermediate", "advanced", "halscrib")
STAYS = (20.0, 90.0)
AFTER_A_FAULT = 2.0
KINDS_OF_SEEKS = ("manual", "muggins")  # one of each at a time: they never meet
PAGES = (
    *("/", "/ladder", "/ladder?kind=house", "/ladder/rules", "/fairness", "/fairness/deals"),
    *("/learn", "/lab", "/privacy", "/settings", "/accounts/login/", "/accounts/signup/"),
)


@dataclass(frozen=True, slots=True)
class Company:
    """How many of each kind are here at once, and how many pages they open in a second."""

    tables: int = 16
    regulars: int = 10
    watchers: int = 16
    lobby: int = 12
    ladder: int = 4
    pages: float = 1.5


@dataclass
class Load:
    """All who are here: everyone does the same again and again, and what went wrong is counted."""

    site: Site
    company: Company
    seed: int
    done: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    playing: set[Table] = field(default_factory=set)
    sockets: set[Any] = field(default_factory=set)
    over: list[str] = field(default_factory=list)
    regulars: dict[int, Guest] = field(default_factory=dict)
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self) -> None:
        """Play on until it is cancelled."""
        company = self.company
        roles: list[tuple[str, Callable[[int, Twister], Awaitable[None]], int]] = [
            ("a table of two people", self.people, company.tables),
            ("a table with a bot", self.regular, company.regulars),
            ("a watcher", self.watcher, company.watchers),
            ("a visit to the lobby", partial(self.looking, "/ws/lobby", b'{"t":"hello"}'), company.lobby),
            ("a look at the ladder", partial(self.looking, "/ws/ladder", LADDER), company.ladder),
            ("a seek", self.seeker, len(KINDS_OF_SEEKS)),
            ("a page", self.reader, 1),
        ]
        async with asyncio.TaskGroup() as crowd:
            crowd.create_task(keep_alive(lambda: [one for one in self.sockets if one.is_open]))
            for name, role, how_many in roles:
                for number in range(how_many):
                    crowd.create_task(self.again(name, role, number))

    async def again(self, name: str, role: Callable[[int, Twister], Awaitable[None]], number: int) -> None:
        chance = stream(sha256(f"{self.seed} {name} {number}".encode()).digest(), "soak")
        await asyncio.sleep(chance.random() * 2 * A_MOVE_EVERY)  # not all at once
        while True:
            try:
                await role(number, chance)
                self.done[name] += 1
            except (NothingMeasured, RuntimeError, OSError) as fault:
                self.faults[f"{name}: {str(fault)[:160]}"] += 1
                await asyncio.sleep(AFTER_A_FAULT)

    async def people(self, number: int, chance: Twister) -> None:
        """Two guests play some games with each other, half of such pairs on two processes, and go."""
        ports = self.site.ports
        here, there = ports[number % len(ports)], ports[(number + number // 2) % len(ports)]
        pair = [await self.visitor(here), await self.visitor(there)]
        for _ in range(GAMES_OF_A_PAIR):
            async with self.opening:  # else somebody else's opponent may be quicker
                game = await in_a_thread(self.opened, pair, by_link=chance.random() < 0.5)
            seats = list(zip((here, there), pair, strict=True))
            await self.play(game, seats, chance)
        for guest in pair:
            guest.close()

    async def regular(self, number: int, chance: Twister) -> None:
        """Somebody with an account plays a bot for points, and looks back on it."""
        if number not in self.regulars:
            me = await self.visitor(self.site.ports[number % len(self.site.ports)])
            name = f"Regular-{number}"
            await in_a_thread(me.submit, "/accounts/signup/", username=name, password1=PASSWORD)
            self.regulars[number] = me
        me, bot = self.regulars[number], BOTS[chance.randrange(len(BOTS))]
        rated = {} if bot == "halscrib" else {"rated": True, "clock": "relaxed"}
        game = str((await in_a_thread(me.post, "/api/games", {"against": bot, **rated}))["game"])
        await self.play(game, [(self.site.ports[number % len(self.site.ports)], me)], chance)
        for page in (f"/game/{game}", f"/@Regular-{number}", "/ladder/mine", f"/game/{game}/deals"):
            await in_a_thread(me.get, page)
            self.done["a page"] += 1

    async def play(self, game: str, seats: list[tuple[int, Guest]], chance: Twister) -> None:
        """One game, a move every other second, and a word now and then."""
        over = asyncio.Event()
        table = Table(game, Meter(), lambda: None)
        table.ended = over.set
        try:
            for port, guest in seats:
                self.sockets.add(await connect(port, Sitter(table, guest.cookies)))
            self.playing.add(table)
            while not over.is_set() and not table.meter.fault:
                ply = table.ply
                table.play_one()
                if chance.random() < 0.02:
                    table.sitters[0].send(b'{"t":"say","phrase":"luck"}')
                await asyncio.sleep(A_MOVE_EVERY * (0.5 + chance.random()))
                self.done["moves"] += table.ply - ply
            if table.meter.fault:
                raise NothingMeasured(table.meter.fault)
            self.over = [*self.over[-50:], game]
        finally:
            self.playing.discard(table)
            for sitter in table.sitters:
                self.leave(sitter, chance)

    async def watcher(self, number: int, chance: Twister) -> None:
        """Somebody looks on at one table for a while, as a guest or unknown."""
        if not self.playing:
            return await asyncio.sleep(1)
        table = sorted(self.playing, key=lambda table: table.game)[chance.randrange(len(self.playing))]
        port = self.site.ports[chance.randrange(len(self.site.ports))]
        await self.stay(port, Watching(table.game, self.cookies_of(chance)), chance)

    async def looking(self, path: str, hello: bytes, number: int, chance: Twister) -> None:
        port = self.site.ports[chance.randrange(len(self.site.ports))]
        await self.stay(port, Looking(path, self.cookies_of(chance), hello), chance)

    async def stay(self, port: int, socket: "Watching | Looking", chance: Twister) -> None:
        """Be there for a while, and hear something in it."""
        self.sockets.add(socket)
        try:
            await connect(port, socket)
            await patiently(socket.heard_something.wait())
            await asyncio.sleep(STAYS[0] + chance.random() * (STAYS[1] - STAYS[0]))
        finally:
            self.leave(socket, chance)

    async def seeker(self, number: int, chance: Twister) -> None:
        """Wait for an opponent of a kind that nobody else plays, and think better of it."""
        guest = await self.visitor(self.site.ports[number % len(self.site.ports)])
        wanted = {"against": "anyone", "target": 61, "counting": KINDS_OF_SEEKS[number]}
        seek = (await in_a_thread(guest.post, "/api/games", wanted))["game"]
        await asyncio.sleep(5 + 10 * chance.random())
        await in_a_thread(guest.post, f"/api/seeks/{seek}/cancel")
        guest.close()

    async def reader(self, number: int, chance: Twister) -> None:
        """One page, by a stranger or by somebody who is here."""
        games = [f"/game/{game}" for game in self.over] + [f"/table/{table.game}" for table in self.playing]
        pages = [*PAGES, *games[:: max(1, len(games) // 6)]]
        guest = await self.visitor(self.site.ports[chance.randrange(len(self.site.ports))])
        await in_a_thread(guest.get, pages[chance.randrange(len(pages))])
        guest.close()
        await asyncio.sleep(2 / self.company.pages * chance.random())

    async def visitor(self, port: int) -> Guest:
        """Somebody new."""
        return await in_a_thread(Guest, port)

    def opened(self, pair: list[Guest], by_link: bool) -> str:
        """A game of two, found by its link or in the lobby."""
        one, other = pair
        game = one.post("/api/games", {"against": "link" if by_link else "anyone", "clock": "standard"})
        way = f"/api{game['invite']}" if by_link else f"/api/seeks/{game['game']}/accept"
        return str(other.post(way)["game"])

    def cookies_of(self, chance: Twister) -> str:
        """Those of a regular, or of nobody."""
        known = list(self.regulars.values())
        return known[chance.randrange(len(known))].cookies if known and chance.random() < 0.7 else ""

    def leave(self, socket: Socket, chance: Twister) -> None:
        """Go, with a word of farewell or without."""
        self.sockets.discard(socket)
        if not hasattr(socket, "transport"):
            return
        if chance.random() < 0.5:
            socket.close()
        else:
            socket.closing = True
            socket.transport.abort()


LADDER = json.dumps({"t": "hello", "kind": "people"}).encode()


def in_a_thread(work: Callable[..., T], *arguments: Any, **named: Any) -> Coroutine[Any, Any, T]:
    return asyncio.to_thread(work, *arguments, **named)
