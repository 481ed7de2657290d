"""Measure the real pages and jobs with a million players and a million games."""

from bench.scale.measure import measure

__all__ = ["measure"]
