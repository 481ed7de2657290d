"""Luck: what the cards brought, and the result of a game without it."""
