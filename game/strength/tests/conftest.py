"""Two players, a ledger to write with, and rated games played to their end."""

from game.tests.conftest import ann, bob, ledger, novice, reset_heartbeat
from game.tests.table.conftest import without_redis

__all__ = ["ann", "bob", "ledger", "novice", "reset_heartbeat", "without_redis"]
