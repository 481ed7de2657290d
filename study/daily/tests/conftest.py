"""The game's fixtures. These tests need no Redis."""

from tests.worlds.players import ann, bob, cat, ledger, novice, reset_heartbeat
from tests.worlds.single_process import without_redis

__all__ = ["ann", "bob", "cat", "ledger", "novice", "reset_heartbeat", "without_redis"]
