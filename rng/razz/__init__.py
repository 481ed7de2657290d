"""Razz, the lowest five of seven: exact distributions, samples, ranges of hands, and published results."""
