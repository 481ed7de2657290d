"""Games at every stage, whose people are there and do nothing, and two others who play on all the while."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from threading import Event, Thread
from types import TracebackType
from typing import Self

from bench.chaos.client import Sitter
from bench.chaos.connection import LOST
from bench.chaos.database import ask, row, transcript
from bench.chaos.reference_game import agree
from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame
from game.tests.proof.pairs import Pair, cookies_of, play
from game.tests.proof.tabs import Tabs, four_tabs

STAGES: list[tuple[str, Frame]] = [
    ("throw", {}),
    ("play", {}),
    ("count", {"counting": "manual"}),
    ("over", {}),
]
A_WHILE = 1.0  # seconds


@dataclass
class Chair:
    """A place at a game that somebody may speak from: a seat, a stranger's, or that of nobody known."""

    game: str
    cookies: str
    you: int | None
    view: Frame


class Bystander(Sitter):
    """One who is there, and does nothing."""

    async def stay(self, over: Event) -> None:
        while not over.is_set():
            with suppress(*LOST):
                async with self.opened() as self.socket:
                    await self.come_in()
                    while not over.is_set():
                        await self.say({"t": "ping", "ply": self.ply})
                        await self.listen()

    async def listen(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(A_WHILE):
                while True:
                    await self.hear(await self.socket.recv())

    async def go_on(self) -> None:
        """Others move."""


class Scene:
    """All of this in a thread of its own, for as long as it is needed."""

    def __init__(self, server: Server, whim: Random) -> None:
        self.server, self.whim = server, whim
        self.chairs: list[Chair] = []
        self.games_played = 0
        self._ready, self._over = Event(), Event()
        self._failed: BaseException | None = None
        self._thread = Thread(target=self._live)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        self.before = self.rows()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        if self._failed is not None:
            raise self._failed

    @property
    def games(self) -> set[str]:
        return {chair.game for chair in self.chairs}

    def rows(self) -> dict[str, Frame]:
        """The rows of all these games; the time to begin moves with the service, and is none of theirs."""
        found = {game: row(self.server.environment, game) for game in self.games - {self.sought}}
        (found[self.sought],) = ask(
            self.server.environment, "SELECT * FROM game_seek WHERE id = %s", self.sought
        )
        return {game: {**fields, "deadline": None} for game, fields in found.items()}

    def _live(self) -> None:
        try:
            asyncio.run(self._all())
        except BaseException as fault:
            self._failed = fault
        finally:
            self._ready.set()

    async def _all(self) -> None:
        async with asyncio.TaskGroup() as group:
            for stage, wanted in STAGES:
                pair = Pair(self.server.url)
                both = [self.server, self.server]
                async with four_tabs(both, pair, self.whim, **wanted) as table:
                    await self._play_until(table, stage)
                    views = [tabs[0].view for tabs in table.tabs]
                self._seat(pair, table.game, [*views, table.view])
                doors = [[self.server.ws_url]] * 2
                for sitter in pair.sitters(table.game, doors, self.whim, kind=Bystander):
                    group.create_task(sitter.stay(self._over))
            pair = Pair(self.server.url)
            self._seat(pair, pair.new_game(), [{}, {}, {}])
            status, made = pair.host.post("/api/games", json.dumps({"against": "link"}).encode())
            assert status == 201
            self.sought = str(made["game"])
            self._seat(pair, self.sought, [{}, {}, {}])
            self._ready.set()
            await self._play_on(Pair(self.server.url))

    def _seat(self, pair: Pair, game: str, views: list[Frame]) -> None:
        cookies = [cookies_of(visitor) for visitor in (pair.host, pair.guest, pair.stranger)]
        people = zip((*cookies, ""), (0, 1, None, None), (*views, views[-1]), strict=True)
        self.chairs += [Chair(game, cookie, you, view) for cookie, you, view in people]

    async def _play_until(self, table: Tabs, stage: str) -> None:
        if stage == "throw":
            await table.at_once((table.tabs[0][0], table.moves(0, self.whim)[0]))
        elif stage == "over":
            await table.at_once((table.tabs[0][0], {"kind": "resign"}))
        else:
            while table.view["phase"] != stage:
                seat = table.view["turn"][0]
                await table.at_once((table.tabs[seat][0], table.moves(seat, self.whim)[0]))
                await table.catch_up()
        await table.catch_up()

    async def _play_on(self, pair: Pair) -> None:
        """One game after the other; each goes as it should."""
        while not self._over.is_set() or not self.games_played:
            game = await asyncio.to_thread(pair.new_game, target=61)
            sitters = pair.sitters(game, [[self.server.ws_url]] * 2, self.whim, pace=0.02)
            await play(sitters)
            agree(transcript(self.server.environment, game), sitters)
            assert not [sitter.refused for sitter in sitters if sitter.refused]
            self.games_played += 1
