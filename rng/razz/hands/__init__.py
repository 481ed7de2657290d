"""Hands of razz: cards, ranges of them, how low a hand is, and the exact law of what it becomes."""
