"""Luck-adjusted results, and a player's Strength from them, in addition to the ladder."""
