"""Where it is counted how often something was tried."""

import logging
from collections.abc import Mapping
from functools import cache
from threading import Lock
from time import monotonic
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = logging.getLogger(__name__)

Limits = Mapping[str, int]

# A Redis that does not answer is not asked again for so long: each who asked would wait for it.
REDIS_RETRY_SECONDS = 5.0  # seconds

# Of several shares a turn is taken in all, or in none; a share's time begins with the first turn of it.
ACQUIRE_SCRIPT = """
local wait = 0
for n, share in ipairs(KEYS) do
    if tonumber(redis.call('GET', share) or 0) >= tonumber(ARGV[n + 1]) then
        wait = math.max(wait, redis.call('PTTL', share), 1)
    end
end
if wait == 0 then
    for _, share in ipairs(KEYS) do
        if redis.call('INCR', share) == 1 then redis.call('PEXPIRE', share, ARGV[1]) end
    end
end
return wait
"""

# More than a few hundred, as is usual: whoever comes from ever new places would crowd the counts out.
MOST_ENTRIES = 100_000

_lock = Lock()
_redis_retry_at: dict[str, float] = {}


class LocalRateLimitCache(LocMemCache):
    """What this process counts by itself."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._max_entries = MOST_ENTRIES

    def acquire(self, shares: Limits, seconds: float) -> float:
        """Take a turn of each share, or of none where one has none left: then the seconds until it has."""
        with _lock:
            now = monotonic()
            taken = {share: self.get(share, (0, now + seconds)) for share in shares}
            waits = [ends - now for share, (turns, ends) in taken.items() if turns >= shares[share]]
            if wait := max(waits, default=0.0):
                return max(wait, 0.001)
            for share, (turns, ends) in taken.items():
                self.set(share, (turns + 1, ends), ends - now)
            return 0.0


class RedisRateLimitCache(RedisCache):
    """What all processes count together."""

    def acquire(self, shares: Limits, seconds: float) -> float:
        """The same in one round trip, with nothing in between."""
        line = self._cache.get_client(write=True)
        keys = [self.make_and_validate_key(share) for share in shares]
        waits: int = line.register_script(ACQUIRE_SCRIPT)(
            keys=keys, args=[int(seconds * 1000), *shares.values()]
        )
        return waits / 1000


class SharedRateLimitCache(BaseCache):
    """Redis, so that all processes count together; while it does not answer, each counts for itself."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        self._shared, self._own = (
            _redis_cache(location, **params.get("OPTIONS", {})),
            LocalRateLimitCache(location, params),
        )

    def _call(self, what: str, *args: Any, **more: Any) -> Any:
        if monotonic() >= _redis_retry_at.get(self._location, 0.0):
            try:
                return getattr(self._shared, what)(*args, **more)
            except RedisError as fault:
                _redis_retry_at[self._location] = monotonic() + REDIS_RETRY_SECONDS
                log.warning("Redis does not answer, and this process counts for itself: %s", fault)
        return getattr(self._own, what)(*args, **more)

    def acquire(self, shares: Limits, seconds: float) -> float:
        """Take a turn of each share, or of none where one has none left: then the seconds until it has."""
        return float(self._call("acquire", shares, seconds))

    def add(self, *args: Any, **more: Any) -> bool:
        return bool(self._call("add", *args, **more))

    def get(self, *args: Any, **more: Any) -> Any:
        return self._call("get", *args, **more)

    def set(self, *args: Any, **more: Any) -> None:
        self._call("set", *args, **more)

    def touch(self, *args: Any, **more: Any) -> bool:
        return bool(self._call("touch", *args, **more))

    def delete(self, *args: Any, **more: Any) -> bool:
        return bool(self._call("delete", *args, **more))

    def clear(self) -> None:
        self._call("clear")


@cache
def _redis_cache(location: str, **options: Any) -> RedisRateLimitCache:
    """The connections to a Redis, kept: Django makes a cache anew for every request, and would dial anew."""
    return RedisRateLimitCache(location, {"OPTIONS": options})
