"""Games in bulk: the dump of a month, and exports by calls."""

from bench.data.measure import measure

__all__ = ["measure"]
