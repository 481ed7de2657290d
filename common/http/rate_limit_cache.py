"""The caches that count rate limits."""

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

from common.formats.plain_data import PlainDataSerializer, Unreadable
from common.http.rate_limit import Turn

log = logging.getLogger(__name__)

Limits = Mapping[str, int]

# A Redis that does not answer is skipped for this long, or each request would wait for it.
REDIS_RETRY_SECONDS = 5.0

# A turn is taken from all shares or from none. A share's time begins with its first turn.
# The answer is the time to wait, and of the share with the fewest turns left its limit, turns and end.
TAKE_SCRIPT = """
local wait, limit, left, ends = 0, 0, -1, 0
for n, share in ipairs(KEYS) do
    local most = tonumber(ARGV[n + 1])
    if tonumber(redis.call('GET', share) or 0) >= most then
        local rest = math.max(redis.call('PTTL', share), 1)
        if rest > wait then wait, limit, left, ends = rest, most, 0, rest end
    end
end
if wait == 0 then
    for n, share in ipairs(KEYS) do
        local turns, most = redis.call('INCR', share), tonumber(ARGV[n + 1])
        if turns == 1 then redis.call('PEXPIRE', share, ARGV[1]) end
        if left < 0 or most - turns < left then
            limit, left, ends = most, most - turns, redis.call('PTTL', share)
        end
    end
end
return {wait, limit, left, ends}
"""

# A share's time begins with the first amount. Once the maximum is exceeded, the wait lasts until its end.
SPEND_SCRIPT = """
local spent = redis.call('INCRBY', KEYS[1], ARGV[1])
if spent == tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
if spent <= tonumber(ARGV[2]) then return 0 end
return math.max(redis.call('PTTL', KEYS[1]), 1)
"""

# Django's default is 300: a client with ever new addresses would evict the other counts.
MOST_ENTRIES = 100_000

# Earlier releases pickled their values. They and this release don't read each other's data.
REDIS_KEY_PREFIX = "plain"

_plain_data = PlainDataSerializer()
_lock = Lock()
_redis_retry_at: dict[str, float] = {}


class LocalRateLimitCache(LocMemCache):
    """Counts of this process only, and other data that is as plain as it must be in Redis."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._max_entries = MOST_ENTRIES

    def take(self, shares: Limits, seconds: float) -> Turn:
        """Take a turn of each share, or none if one of them has none left."""
        with _lock:
            now = monotonic()
            taken = {share: self.get(share, (0, now + seconds)) for share in shares}
            full = [
                (max(ends - now, 0.001), shares[share])
                for share, (turns, ends) in taken.items()
                if turns >= shares[share]
            ]
            if full:
                wait, limit = max(full)
                return Turn(wait, limit, 0, wait)
            for share, (turns, ends) in taken.items():
                self.set(share, (turns + 1, ends), ends - now)
            left, limit, reset = min(
                (shares[share] - turns - 1, shares[share], ends - now)
                for share, (turns, ends) in taken.items()
            )
            return Turn(0.0, limit, left, reset)

    def spend(self, share: str, amount: int, most: int, seconds: float) -> float:
        """Add an amount to a share's total.

        Return 0, or if the maximum is exceeded, the seconds to its end.
        """
        with _lock:
            now = monotonic()
            spent, ends = self.get(share, (0, now + seconds))
            self.set(share, (spent + amount, ends), ends - now)
            return max(ends - now, 0.001) if spent + amount > most else 0.0

    def add(self, key: str, value: Any, *args: Any, **options: Any) -> bool:
        return super().add(key, _plain_data.dumps(value), *args, **options)

    def set(self, key: str, value: Any, *args: Any, **options: Any) -> None:
        super().set(key, _plain_data.dumps(value), *args, **options)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        found = super().get(key, version=version)
        return default if found is None else _plain_data.loads(found)


class RedisRateLimitCache(RedisCache):
    """The counts of all processes together, and other plain data."""

    def __init__(self, location: str, options: Mapping[str, Any]) -> None:
        options = {**options, "serializer": _plain_data}
        super().__init__(location, {"OPTIONS": options, "KEY_PREFIX": REDIS_KEY_PREFIX})

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return a value. Data that this release did not write counts as missing."""
        try:
            return super().get(key, default, version)
        except Unreadable:
            return default

    def take(self, shares: Limits, seconds: float) -> Turn:
        """Do the same as the local cache, in one atomic round trip."""
        redis = self._cache.get_client(write=True)
        keys = [self.make_and_validate_key(share) for share in shares]
        wait, limit, left, ends = redis.register_script(TAKE_SCRIPT)(
            keys=keys, args=[int(seconds * 1000), *shares.values()]
        )
        return Turn(wait / 1000, limit, left, ends / 1000)

    def spend(self, share: str, amount: int, most: int, seconds: float) -> float:
        """Do the same as the local cache, in one atomic round trip."""
        redis = self._cache.get_client(write=True)
        wait: int = redis.register_script(SPEND_SCRIPT)(
            keys=[self.make_and_validate_key(share)], args=[amount, most, int(seconds * 1000)]
        )
        return wait / 1000


class SharedRateLimitCache(BaseCache):
    """Counts in Redis for all processes together.

    While it does not answer, each process counts for itself.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        self._shared, self._own = (
            _redis_cache(location, **params.get("OPTIONS", {})),
            LocalRateLimitCache(location, params),
        )

    def _call(self, method: str, *args: Any, **options: Any) -> Any:
        if monotonic() >= _redis_retry_at.get(self._location, 0.0):
            try:
                return getattr(self._shared, method)(*args, **options)
            except RedisError as fault:
                _redis_retry_at[self._location] = monotonic() + REDIS_RETRY_SECONDS
                log.warning("Redis does not answer, and this process counts for itself: %s", fault)
        return getattr(self._own, method)(*args, **options)

    def take(self, shares: Limits, seconds: float) -> Turn:
        """Take a turn of each share, or none if one of them has none left."""
        turn: Turn = self._call("take", shares, seconds)
        return turn

    def spend(self, share: str, amount: int, most: int, seconds: float) -> float:
        """Add an amount to a share's total.

        Return 0, or if the maximum is exceeded, the seconds to its end.
        """
        return float(self._call("spend", share, amount, most, seconds))

    def add(self, *args: Any, **options: Any) -> bool:
        return bool(self._call("add", *args, **options))

    def get(self, *args: Any, **options: Any) -> Any:
        return self._call("get", *args, **options)

    def set(self, *args: Any, **options: Any) -> None:
        self._call("set", *args, **options)

    def touch(self, *args: Any, **options: Any) -> bool:
        return bool(self._call("touch", *args, **options))

    def delete(self, *args: Any, **options: Any) -> bool:
        return bool(self._call("delete", *args, **options))

    def clear(self) -> None:
        self._call("clear")


@cache
def _redis_cache(location: str, **options: Any) -> RedisRateLimitCache:
    """Return a cached Redis client. Django creates a cache per request, which would reconnect each time."""
    return RedisRateLimitCache(location, options)
