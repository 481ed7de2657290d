"""Measures our server beside others: a bare echo, boardgame.io, and a bare echo in Node."""

from bench.peers.measure import measure

__all__ = ["measure"]
