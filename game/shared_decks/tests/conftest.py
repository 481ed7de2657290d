"""The fixtures of the game's tests, of which none needs Redis here."""

from game.table.tests.conftest import without_redis
from tests.worlds.players import ann, bob, cat, ledger, novice, reset_heartbeat

__all__ = ["ann", "bob", "cat", "ledger", "novice", "reset_heartbeat", "without_redis"]
