"""Run without Redis unless a test starts one."""

from tests.worlds.single_process import without_redis

__all__ = ["without_redis"]
