"""Tables that are played at, one game after the other, while something is done to what they stand on."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from bench.chaos.client import ResilientClient
from bench.chaos.database import Environment, load_transcript
from bench.chaos.reference_game import check_clients_agree
from tests.proof.pairs import VisitorPair, run_clients
from tests.worlds.scripted_player import Frame

PACE = 0.02  # seconds a move may take, so that a fault finds a game to hit


class GameRunner:
    """Plays games through servers' addresses: the host's, the guest's and perhaps a watcher's."""

    def __init__(
        self,
        url: str,
        addresses: Sequence[Sequence[str]],
        randomness: Random,
        *,
        pace: float = PACE,
        **how: Any,
    ) -> None:
        self.url, self.addresses, self.randomness = url, addresses, randomness
        self.how = {"pace": pace, **how}
        self.new_game_lock = asyncio.Lock()
        self.tables: list[list[ResilientClient]] = []
        self._acknowledged = asyncio.Semaphore(0)
        self._is_over = False

    async def play(
        self, wanted: Sequence[Frame], disturbance: Callable[["GameRunner"], Awaitable[None]]
    ) -> None:
        """Play games like these side by side until the trouble is over, and then to the end."""
        pairs = [VisitorPair(self.url) for _ in wanted]
        async with asyncio.TaskGroup() as group:
            for pair, game in zip(pairs, wanted, strict=True):
                group.create_task(self._keep_playing(pair, game))
            await disturbance(self)
            self._is_over = True

    async def wait_for_moves(self, number: int) -> None:
        """Until so many more moves are acknowledged."""
        self._acknowledged = asyncio.Semaphore(0)
        for _ in range(number):
            await self._acknowledged.acquire()

    def check_games(self, environment: Environment) -> None:
        """All who sat at a table saw the same game, the one on record, with every acknowledged move once."""
        for sitters in self.tables:
            truth = check_clients_agree(load_transcript(environment, sitters[0].game), sitters)
            for sitter in sitters:
                truth.check_stale_moves(sitter)

    @property
    def clients(self) -> list[ResilientClient]:
        return [sitter for sitters in self.tables for sitter in sitters]

    @property
    def ends(self) -> set[str]:
        return {sitters[0].view["ended"] for sitters in self.tables}

    @property
    def refused(self) -> set[str]:
        return {frame["code"] for sitter in self.clients for frame in sitter.refused}

    async def _keep_playing(self, pair: VisitorPair, wanted: Frame) -> None:
        """Play one game after another at a table, at least one; none begins during a fault."""
        while True:
            async with self.new_game_lock:
                game = await asyncio.to_thread(pair.new_game, **wanted)
            addresses = self.addresses[:1] if "against" in wanted else self.addresses
            sitters = pair.clients(
                game,
                addresses,
                self.randomness,
                is_watched=len(addresses) > 2,
                on_acknowledged=self._count_acknowledged,
                **self.how,
            )
            self.tables.append(sitters)
            await run_clients(sitters)
            if self._is_over:
                return

    def _count_acknowledged(self) -> None:
        self._acknowledged.release()
