"""Measures on games between bots what the luck-adjusted result is worth."""
