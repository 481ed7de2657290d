"""Measures the real pages and jobs where a million people have played a million games."""

from bench.scale.measure import measure

__all__ = ["measure"]
