"""The watch over the shuffle, at work wherever people are served."""

import asyncio

from common import clock
from game.table.ledger import on_the_database_thread
from rng.fairness.bets import tilts
from rng.fairness.monitor import watch_deals

# Deals gather meanwhile: to take one into account costs little less than to take twenty.
INTERVAL_SECONDS = 5.0


async def monitor_shuffle() -> None:
    """Take into account what has been dealt; what is more than a batch waits for the next time."""
    # Exact laws are worked out once, which takes a moment: not on the thread that players wait for.
    await asyncio.to_thread(tilts)
    await on_the_database_thread(watch_deals)(clock.now())
