"""The watch over the shuffle, at work wherever people are served."""

from game.table import clock
from game.table.keeper import every
from game.table.ledger import on_the_database_thread
from rng.fairness.watching import watch

# Deals gather meanwhile: to take one into account costs little less than to take twenty.
PACE = 5.0


async def keep_watch() -> None:
    """Take into account what has been dealt; what is more than a handful waits for the next time."""
    await on_the_database_thread(watch)(clock.now())


every(PACE, keep_watch)
