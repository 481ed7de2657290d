"""The fixtures of the game's tests, of which none needs Redis here."""

from game.tests.conftest import ledger, reset_heartbeat
from game.tests.table.conftest import without_redis

__all__ = ["ledger", "reset_heartbeat", "without_redis"]
