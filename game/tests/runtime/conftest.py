"""No Redis, unless a test brings one."""

from game.tests.table.conftest import without_redis

__all__ = ["without_redis"]
