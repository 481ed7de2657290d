"""JSON objects, and the common encoder."""

from typing import Any, TypeVar, cast

import msgspec

Json = dict[str, Any]
Value = TypeVar("Value")

encode = msgspec.json.Encoder().encode


def encoded(value: Value) -> Value:
    """Return a part of many frames, encoded once. It keeps its type, but can only be encoded again."""
    return cast(Value, msgspec.Raw(encode(value)))
