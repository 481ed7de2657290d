"""Chance: the one place where randomness is made, recorded, proved and tested."""
