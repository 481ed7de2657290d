"""Tables at which programs sit, who meet by challenges."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from typing import Any

from bench.bots.player import ProgramPlayer
from bench.bots.tokens import Program
from bench.live.addresses import new_address
from bench.live.guests import GAMES_PER_PAIR
from bench.live.player import Table
from bench.live.room import Room, gather_limited
from bench.live.servers import Site
from bench.live.tables import connect_players
from bench.measurement import MeasurementFailed

Pair = tuple[Program, Program]


class ProgramPool(Room):
    """Games between programs: the first of each pair at once, and then more of those who had the fewest."""

    def __init__(self, site: Site, programs: Sequence[Program]) -> None:
        super().__init__(site)
        pairs = list(zip(programs[::2], programs[1::2], strict=True))
        self._pairs = iter([pair for _ in range(GAMES_PER_PAIR) for pair in pairs])

    async def seat_players(self, tables: int) -> list[Table]:
        pairs = list(islice(self._pairs, tables))
        if len(pairs) < tables:
            raise MeasurementFailed("There are too few programs for so many games.")
        games = await asyncio.to_thread(lambda: [self._meet(pair) for pair in pairs])
        return await gather_limited([self._opener(*each) for each in zip(games, pairs, strict=True)])

    def _opener(self, game: str, pair: Pair) -> Callable[[], Awaitable[Table]]:
        port = self.site.ports[0]
        players = [partial(ProgramPlayer, port=port, program=program) for program in pair]
        return lambda: connect_players(port, game, players, self.meter)

    def _meet(self, pair: Pair) -> str:
        """The game of two programs, one of whom challenges the other."""
        one, other = pair
        asked = self._call(one, "/challenges", {"against": other.name})
        return str(self._call(other, f"/challenges/{asked['game']}/accept")["game"])

    def _call(self, program: Program, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        connection = HTTPConnection("127.0.0.1", self.site.ports[0], timeout=60)
        headers = {"Authorization": f"Bearer {program.token}", "X-Forwarded-For": new_address()}
        connection.request("POST", f"/api/v1{path}", json.dumps(body or {}), headers)
        response = connection.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        connection.close()
        if response.status != 200:
            raise MeasurementFailed(f"{path} was answered {response.status}: {answer}")
        return answer
