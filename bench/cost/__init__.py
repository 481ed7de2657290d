"""Measures what one whole game costs in every process and every store, and how many one machine carries."""

from bench.cost.measure import measure

__all__ = ["measure"]
