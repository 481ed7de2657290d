"""Measures how soon the host's pages open where much has been played."""

from bench.admin.measure import measure

__all__ = ["measure"]
