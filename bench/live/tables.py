"""Open our tables: games of two guests each, both seated, the cards dealt."""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import cycle

from bench.live.guests import GAMES_PER_PAIR, GuestPair
from bench.live.player import MeteredPlayer, Table
from bench.live.room import Room, gather_limited
from bench.live.waiting import wait_excluding_pauses
from bench.live.websocket import connect
from bench.measurement import MeasurementFailed


class TablePool(Room):
    """Our games.

    Both guests of a table use the same server, as behind a proxy that routes a table by its path.
    """

    async def seat_players(self, tables: int) -> None:
        opened = await asyncio.to_thread(self._open_games, tables)
        ports = cycle(self.site.ports)
        await gather_limited([partial(self._open_table, next(ports), *game) for game in opened])

    async def _open_table(self, port: int, game: str, cookies: Sequence[str]) -> None:
        """Seat both players, reveal the secrets, and deal the first cards."""
        dealt = asyncio.Semaphore(0)
        table = Table(game, self.meter, dealt.release)
        for own in cookies:
            await connect(port, MeteredPlayer(table, own))
        self.waiting.append(table)
        try:
            for _ in table.players:
                await wait_excluding_pauses(dealt.acquire())
        except MeasurementFailed:
            raise MeasurementFailed(self.meter.fault or f"No cards were dealt at table {game}.") from None

    def _open_games(self, games: int) -> list[tuple[str, list[str]]]:
        """Open games. Return their ids and both players' cookies."""
        opened = []
        for begun in range(0, games, GAMES_PER_PAIR):
            pair = GuestPair(self.site.ports[0])
            opened += [(pair.new_game(), pair.cookies) for _ in range(min(GAMES_PER_PAIR, games - begun))]
            pair.close()
        return opened
