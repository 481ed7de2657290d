"""The fixtures of the game's tests, of which none needs Redis here."""

from game.table.tests.conftest import without_redis
from tests.worlds.players import ledger, reset_heartbeat

__all__ = ["ledger", "reset_heartbeat", "without_redis"]
