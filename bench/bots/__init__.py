"""Programs that play each other by calls and streams, beside as many games over sockets."""

from bench.bots.measure import measure

__all__ = ["measure"]
