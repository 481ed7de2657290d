"""Play rated games with accounts one after the other, as fast as possible."""

import asyncio
from dataclasses import dataclass

from bench.live.guests import Guest, open_rated_game
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.websocket import connect
from bench.measurement import MeasurementFailed

GAME_TIMEOUT = 120.0


@dataclass
class PlayTotals:
    """The totals: games, recorded moves, and the bytes of sockets and of HTTP."""

    games: int = 0
    plies: int = 0
    bytes_in: int = 0
    bytes_out: int = 0


async def play_games(port: int, people: list[Guest], games: int, bot: str = "") -> PlayTotals:
    """Play this many games between each pair, or of each player with a bot."""
    sides = (
        [[one] for one in people]
        if bot
        else [list(two) for two in zip(people[::2], people[1::2], strict=True)]
    )
    played = PlayTotals()
    await asyncio.gather(*[_play_in_sequence(port, side, games, bot, played) for side in sides])
    return played


async def _play_in_sequence(port: int, side: list[Guest], games: int, bot: str, played: PlayTotals) -> None:
    for _ in range(games):
        game = await asyncio.to_thread(open_rated_game, side, bot)
        over, table = asyncio.Event(), Table(game, Meter(), lambda: None)
        table.plays_continuously, table.on_end = True, over.set
        for one in side:
            await connect(port, MeteredPlayer(table, one.cookies))
        async with asyncio.timeout(GAME_TIMEOUT):
            while not over.is_set() and not table.meter.fault:
                await asyncio.wait([asyncio.ensure_future(over.wait())], timeout=1)
        if table.meter.fault:
            raise MeasurementFailed(table.meter.fault)
        await asyncio.sleep(0.05)  # the points arrive last
        for sitter in table.players:
            sitter.close()
            played.bytes_in += sitter.bytes_in
            played.bytes_out += sitter.bytes_out
        played.games += 1
        played.plies += table.ply
