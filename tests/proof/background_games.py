"""Games in every state whose players are connected and idle, while two other players keep playing."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from threading import Event, Thread
from types import TracebackType
from typing import Self

from bench.chaos.client import ResilientClient
from bench.chaos.connection import CONNECTION_ERRORS
from bench.chaos.database import load_game, load_transcript, query
from bench.chaos.reference_game import check_clients_agree
from cribbage_site.tests.server_process import Server
from tests.proof.pairs import VisitorPair, run_clients
from tests.proof.tabs import TwoTabGame, open_four_tabs
from tests.worlds.scripted_player import Frame

STAGES: list[tuple[str, Frame]] = [
    ("throw", {}),
    ("play", {}),
    ("count", {"counting": "manual"}),
    ("over", {}),
]
LISTEN_SECONDS = 1.0  # seconds


@dataclass
class GameAccess:
    """A connection to a game: of a seat, of a known visitor, or of an unknown one."""

    game: str
    cookies: str
    you: int | None
    view: Frame


class Bystander(ResilientClient):
    """One who is there, and does nothing."""

    async def stay(self, over: Event) -> None:
        while not over.is_set():
            with suppress(*CONNECTION_ERRORS):
                async with self.connect() as self.socket:
                    await self.send_hello()
                    while not over.is_set():
                        await self.send({"t": "ping", "ply": self.ply})
                        await self.listen()

    async def listen(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LISTEN_SECONDS):
                while True:
                    await self.handle(await self.socket.recv())

    async def move_if_due(self) -> None:
        """Others move."""


class BackgroundGames:
    """All of this in a thread of its own, for as long as it is needed."""

    def __init__(self, server: Server, randomness: Random) -> None:
        self.server, self.randomness = server, randomness
        self.accesses: list[GameAccess] = []
        self.games_played = 0
        self._ready, self._over = Event(), Event()
        self._failed: BaseException | None = None
        self._thread = Thread(target=self._run_thread)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        self.before = self.load_rows()
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
        return {chair.game for chair in self.accesses}

    def load_rows(self) -> dict[str, Frame]:
        """The rows of all these games; the time to begin moves with the service, and is none of theirs."""
        found = {game: load_game(self.server.environment, game) for game in self.games - {self.open_seek}}
        (found[self.open_seek],) = query(
            self.server.environment, "SELECT * FROM game_seek WHERE id = %s", self.open_seek
        )
        return {game: {**fields, "deadline": None} for game, fields in found.items()}

    def _run_thread(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as fault:
            self._failed = fault
        finally:
            self._ready.set()

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for stage, wanted in STAGES:
                pair = VisitorPair(self.server.url)
                both = [self.server, self.server]
                async with open_four_tabs(both, pair, self.randomness, **wanted) as table:
                    await self._play_until(table, stage)
                    views = [tabs[0].view for tabs in table.tabs]
                self._add_accesses(pair, table.game, [*views, table.view])
                addresses = [[self.server.ws_url]] * 2
                for sitter in pair.clients(table.game, addresses, self.randomness, kind=Bystander):
                    group.create_task(sitter.stay(self._over))
            pair = VisitorPair(self.server.url)
            self._add_accesses(pair, pair.new_game(), [{}, {}, {}])
            status, made = pair.host.post("/api/games", json.dumps({"against": "link"}).encode())
            assert status == 201
            self.open_seek = str(made["game"])
            self._add_accesses(pair, self.open_seek, [{}, {}, {}])
            self._ready.set()
            await self._play_on(VisitorPair(self.server.url))

    def _add_accesses(self, pair: VisitorPair, game: str, views: list[Frame]) -> None:
        cookies = [visitor.cookie_header for visitor in (pair.host, pair.guest, pair.stranger)]
        people = zip((*cookies, ""), (0, 1, None, None), (*views, views[-1]), strict=True)
        self.accesses += [GameAccess(game, cookie, you, view) for cookie, you, view in people]

    async def _play_until(self, table: TwoTabGame, stage: str) -> None:
        if stage == "throw":
            await table.request_moves_together((table.tabs[0][0], table.legal_moves(0, self.randomness)[0]))
        elif stage == "over":
            await table.request_moves_together((table.tabs[0][0], {"kind": "resign"}))
        else:
            while table.view["phase"] != stage:
                seat = table.view["turn"][0]
                await table.request_moves_together(
                    (table.tabs[seat][0], table.legal_moves(seat, self.randomness)[0])
                )
                await table.resync()
        await table.resync()

    async def _play_on(self, pair: VisitorPair) -> None:
        """One game after the other; each goes as it should."""
        while not self._over.is_set() or not self.games_played:
            game = await asyncio.to_thread(pair.new_game, target=61)
            sitters = pair.clients(game, [[self.server.ws_url]] * 2, self.randomness, pace=0.02)
            await run_clients(sitters)
            check_clients_agree(load_transcript(self.server.environment, game), sitters)
            assert not [sitter.refused for sitter in sitters if sitter.refused]
            self.games_played += 1
