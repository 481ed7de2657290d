"""What is kept in a cache: plain data, so that who writes into Redis cannot make a process run anything."""

from typing import Any

import msgspec
from django.core.cache import cache

# What `loads` raises for what it has not written.
Unreadable = (ValueError, RecursionError)


class PlainDataSerializer:
    """Numbers, texts, times, lists and maps as MessagePack; integers as Redis counts them."""

    def dumps(self, value: Any) -> int | bytes:
        return value if type(value) is int else msgspec.msgpack.encode(value)

    def loads(self, stored: Any) -> Any:
        try:
            return int(stored)
        except ValueError:
            return msgspec.msgpack.decode(stored)


def load_cached(key: str, kind: Any) -> Any:
    """A value of this type from the cache; None if there is none, or one of another shape."""
    try:
        return msgspec.convert(cache.get(key), kind)
    except msgspec.ValidationError:
        return None


def save_cached(key: str, value: Any, seconds: float | None) -> None:
    """Keep a value, of dataclasses too, for all processes."""
    cache.set(key, msgspec.to_builtins(value), seconds)
