"""Open our tables: games of two guests each, both seated, the cards dealt."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import cycle

from bench.live.guests import GAMES_PER_PAIR, GuestPair
from bench.live.player import Meter, MeteredPlayer, Player, Table
from bench.live.room import Room, gather_limited
from bench.live.waiting import wait_excluding_pauses
from bench.live.websocket import connect
from bench.measurement import MeasurementFailed


class TablePool(Room):
    """Our games.

    Both guests of a table use the same server, as behind a proxy that routes a table by its path.
    """

    async def seat_players(self, tables: int) -> list[Table]:
        opened = await asyncio.to_thread(self._open_games, tables)
        ports = cycle(self.site.ports)
        return await gather_limited([self._table_opener(next(ports), *game) for game in opened])

    def _table_opener(self, port: int, game: str, cookies: Sequence[str]) -> Callable[[], Awaitable[Table]]:
        players = [partial(MeteredPlayer, cookies=own) for own in cookies]
        return lambda: connect_players(port, game, players, self.meter)

    def _open_games(self, games: int) -> list[tuple[str, list[str]]]:
        """Open games. Return their ids and both players' cookies."""
        opened = []
        for begun in range(0, games, GAMES_PER_PAIR):
            pair = GuestPair(self.site.ports[0])
            opened += [(pair.new_game(), pair.cookies) for _ in range(min(GAMES_PER_PAIR, games - begun))]
            pair.close()
        return opened


async def connect_players(
    port: int, game: str, players: Sequence[Callable[[Table], Player]], meter: Meter
) -> Table:
    """Seat all players at a table, reveal the secrets, and deal the first cards."""
    dealt = asyncio.Semaphore(0)
    table = Table(game, meter, dealt.release)
    for build_player in players:
        await connect(port, build_player(table))
    try:
        for _ in table.players:
            await wait_excluding_pauses(dealt.acquire())
    except MeasurementFailed:
        raise MeasurementFailed(meter.fault or f"No cards were dealt at table {game}.") from None
    return table
