"""Measure the cost of two players before they play: from the front page to a rated game's first card."""

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import count

from bench.figure import Figure
from bench.live.alone import Counts, cpu_ms, growth_at_rest
from bench.live.guests import Guest, open_rated_game, sign_up_accounts
from bench.live.player import Meter, MeteredPlayer, Table
from bench.live.servers import Site
from bench.live.websocket import connect
from bench.measurement import MeasurementFailed

PAIRS, QUICK_PAIRS = 16, 6
LIMIT_MS = 20.0
PATIENCE = 20.0
FIRST_SECONDS = 7.0  # after the first deal in a process the monitor computes its distributions

rounds = count()


async def measure_opening(site: Site, where: str, pairs: int) -> list[Figure]:
    """Return the mean over this many pairs, one after another, without the idle cost of the server."""
    port = site.ports[0]
    people = await asyncio.to_thread(sign_up_accounts, port, 2 * pairs + 2, f"Opener-{next(rounds)}")
    tables = [await sit_down(port, *people[:2])]
    await asyncio.sleep(FIRST_SECONDS)
    at_rest = await growth_at_rest(partial(cpu_ms, site))
    before, begun = cpu_ms(site), asyncio.get_running_loop().time()
    tables += [
        await sit_down(port, one, other) for one, other in zip(people[2::2], people[3::2], strict=True)
    ]
    seconds = asyncio.get_running_loop().time() - begun
    cost = {what: (ms - before[what] - seconds * at_rest[what]) / pairs for what, ms in cpu_ms(site).items()}
    for table in tables:
        for player in table.players:
            player.close()
    return list(figures(cost, where, with_database=bool(site.database)))


async def sit_down(port: int, one: Guest, other: Guest) -> Table:
    """Let one player ask for a rated game and the other follow its link, and deal their cards."""
    game = await asyncio.to_thread(_agree, one, other)
    dealt = asyncio.Event()
    table = Table(game, Meter(), dealt.set)
    for each in (one, other):
        await connect(port, MeteredPlayer(table, each.cookies))
    try:
        async with asyncio.timeout(PATIENCE):
            await dealt.wait()
    except TimeoutError:
        raise MeasurementFailed(f"no cards came to table {game}: {table.meter.fault}") from None
    return table


def _agree(one: Guest, other: Guest) -> str:
    for each in (one, other):
        each.get("/")
    return open_rated_game([one, other])


def figures(cost: Counts, where: str, *, with_database: bool) -> Iterator[Figure]:
    what = f"front page to first card, two people ({where})"
    yield Figure("live", what, sum(cost.values()), "ms CPU", LIMIT_MS)
    if with_database:
        what = f"of that PostgreSQL and Redis ({where})"
        yield Figure("live", what, cost["PostgreSQL and Redis"], "ms CPU")
