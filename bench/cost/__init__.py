"""Measure the cost of a whole game in every process and store, and the capacity of one machine."""

from bench.cost.measure import measure

__all__ = ["measure"]
