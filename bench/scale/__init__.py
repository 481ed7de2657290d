"""The real pages and chores where a million people have played a million games."""

from bench.scale.measure import measure

__all__ = ["measure"]
