"""Frames of the wire, compared across versions."""

from typing import Any


def is_understood(then: Any, now: Any) -> bool:
    """Whether a frame of then equals one of now, apart from new fields."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            key in now and is_understood(then[key], now[key]) for key in then
        )
    if isinstance(then, list):
        return len(then) == len(now) and all(map(is_understood, then, now))
    return bool(then == now)
