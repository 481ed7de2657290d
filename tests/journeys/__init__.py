"""Whole stories over real sockets and pages, at the size that the docs promise; each takes less than 30 seconds."""
