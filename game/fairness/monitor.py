"""Runs the monitor of the shuffle in every process that serves people."""

import asyncio

from common import clock
from common.database.thread import on_the_database_thread
from rng.fairness.watch.bets import tilts
from rng.fairness.watch.monitor import watch_deals

UNWATCHED = "SELECT 1 FROM rng_deal WHERE NOT watched"
# Deals are taken in batches: one deal costs little less than twenty.
INTERVAL_SECONDS = 5.0


async def monitor_shuffle() -> None:
    """Take new deals into account; what is more than a batch waits for the next time."""
    # Exact laws are computed once, which takes a moment: not in the thread that players wait for.
    await asyncio.to_thread(tilts)
    await on_the_database_thread(watch_deals)(clock.now())
