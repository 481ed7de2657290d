"""Runs the monitor of the shuffle in every serving process."""

import asyncio

from common import clock
from common.database.thread import on_the_database_thread
from rng.fairness.watch.bets import tilts
from rng.fairness.watch.monitor import watch_deals

UNWATCHED = "SELECT 1 FROM rng_deal WHERE NOT watched"
# Deals are processed in batches: one deal costs nearly as much as twenty.
INTERVAL_SECONDS = 5.0


async def monitor_shuffle() -> None:
    """Process new deals. More than a batch waits for the next run."""
    # The exact distributions are computed once, in a separate thread, because that takes a moment.
    await asyncio.to_thread(tilts)
    await on_the_database_thread(watch_deals)(clock.now())
