"""No Redis but where a test brings one."""

from game.table.tests.conftest import without_redis

__all__ = ["without_redis"]
