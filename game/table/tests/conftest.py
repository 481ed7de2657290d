"""No Redis but where a test brings one."""

from tests.worlds.single_process import without_redis

__all__ = ["without_redis"]
