"""Razz hands: cards, ranges, strength, and the exact distribution of results."""
