"""Luck: the effect of the cards, and the result of a game without it."""
