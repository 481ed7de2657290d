"""Tables that are played at, one game after the other, while something is done to what they stand on."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from bench.chaos.client import Choice, Sitter, some_move
from bench.chaos.database import Environment, transcript
from bench.chaos.reference_game import agree
from game.tests.live.scripted_player import Frame
from game.tests.proof.pairs import Pair, play

PACE = 0.02  # seconds a move may take, so that there is something to do to


class Campaign:
    """The people come in by these doors: host, guest, and if there is a third, a watcher."""

    def __init__(
        self, url: str, doors: Sequence[Sequence[str]], whim: Random, choose: Choice = some_move
    ) -> None:
        self.url, self.doors, self.whim, self.choose = url, doors, whim, choose
        self.calm = asyncio.Lock()
        self.tables: list[list[Sitter]] = []
        self._acknowledged = asyncio.Semaphore(0)
        self._is_over = False

    async def play(self, wanted: Sequence[Frame], trouble: Callable[["Campaign"], Awaitable[None]]) -> None:
        """Play games like these side by side until the trouble is over, and then to the end."""
        pairs = [Pair(self.url) for _ in wanted]
        async with asyncio.TaskGroup() as group:
            for pair, game in zip(pairs, wanted, strict=True):
                group.create_task(self._keep_playing(pair, game))
            await trouble(self)
            self._is_over = True

    async def moves(self, number: int) -> None:
        """Until so many more moves are acknowledged."""
        self._acknowledged = asyncio.Semaphore(0)
        for _ in range(number):
            await self._acknowledged.acquire()

    def holds(self, environment: Environment) -> None:
        """All who sat at a table saw the same game, the one on record, with every acknowledged move once."""
        for sitters in self.tables:
            agree(transcript(environment, sitters[0].game), sitters)

    @property
    def everyone(self) -> list[Sitter]:
        return [sitter for sitters in self.tables for sitter in sitters]

    @property
    def ends(self) -> set[str]:
        return {sitters[0].view["ended"] for sitters in self.tables}

    @property
    def refused(self) -> set[str]:
        return {frame["code"] for sitter in self.everyone for frame in sitter.refused}

    async def _keep_playing(self, pair: Pair, wanted: Frame) -> None:
        """Game after game at one table, one at least; none is made but in calm."""
        while True:
            async with self.calm:
                game = await asyncio.to_thread(pair.new_game, **wanted)
            doors = self.doors[:1] if "against" in wanted else self.doors
            sitters = pair.sitters(
                game,
                doors,
                self.whim,
                watched=len(doors) > 2,
                pace=PACE,
                choose=self.choose,
                acknowledged=self._one_more,
            )
            self.tables.append(sitters)
            await play(sitters)
            if self._is_over:
                return

    def _one_more(self) -> None:
        self._acknowledged.release()
