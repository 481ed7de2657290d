"""The fixtures of the game's tests, of which none needs Redis here."""

from game.tests.conftest import ann, bob, cat, ledger, novice, reset_heartbeat
from game.tests.table.conftest import without_redis

__all__ = ["ann", "bob", "cat", "ledger", "novice", "reset_heartbeat", "without_redis"]
