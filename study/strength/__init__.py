"""Luck taken out of results, and what is left of them: a player's Strength, beside the ladder."""
