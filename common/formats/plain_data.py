"""Cached values as plain data, so that a process can't be made to run code by data in Redis."""

from typing import Any

import msgspec
from django.core.cache import cache

# The exceptions of `loads` for data that it did not write.
Unreadable = (ValueError, RecursionError)


class PlainDataSerializer:
    """A serializer of plain data: MessagePack, and integers as Redis counts them."""

    def dumps(self, value: Any) -> int | bytes:
        return value if type(value) is int else msgspec.msgpack.encode(value)

    def loads(self, stored: Any) -> Any:
        try:
            return int(stored)
        except ValueError:
            return msgspec.msgpack.decode(stored)


def load_cached(key: str, kind: Any) -> Any:
    """Return a value of this type from the cache; None if there is none or it has another type."""
    try:
        return msgspec.convert(cache.get(key), kind)
    except msgspec.ValidationError:
        return None


def save_cached(key: str, value: Any, seconds: float | None) -> None:
    """Cache a value, which may be a dataclass, for all processes."""
    cache.set(key, msgspec.to_builtins(value), seconds)
