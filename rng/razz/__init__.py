"""Razz, the lowest five of seven: exact laws, samples of them, ranges of hands, and what others published."""
