"""Measure how fast the admin's pages open on a site with many games."""

from bench.admin.measure import measure

__all__ = ["measure"]
