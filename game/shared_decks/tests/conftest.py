"""The fixtures of the game's tests. None needs Redis here."""

from tests.worlds.players import ann, bob, cat, ledger, novice, reset_heartbeat
from tests.worlds.single_process import without_redis

__all__ = ["ann", "bob", "cat", "ledger", "novice", "reset_heartbeat", "without_redis"]
