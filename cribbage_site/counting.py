"""Where it is counted how often something was tried."""

from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError


class SharedCounts(BaseCache):
    """Redis, so that all processes count together; while it does not answer, each counts for itself."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._shared, self._own = RedisCache(location, params), LocMemCache(location, params)

    def _ask(self, what: str, *args: Any, **more: Any) -> Any:
        try:
            return getattr(self._shared, what)(*args, **more)
        except RedisError:
            return getattr(self._own, what)(*args, **more)

    def add(self, *args: Any, **more: Any) -> bool:
        return bool(self._ask("add", *args, **more))

    def get(self, *args: Any, **more: Any) -> Any:
        return self._ask("get", *args, **more)

    def set(self, *args: Any, **more: Any) -> None:
        self._ask("set", *args, **more)

    def touch(self, *args: Any, **more: Any) -> bool:
        return bool(self._ask("touch", *args, **more))

    def delete(self, *args: Any, **more: Any) -> bool:
        return bool(self._ask("delete", *args, **more))

    def clear(self) -> None:
        self._ask("clear")
