"""Whole stories over real sockets and pages, at the size that the docs promise; each takes at most 30 s."""
