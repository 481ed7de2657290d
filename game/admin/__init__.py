"""The host's view of the house, and what can be done there; nothing of a live game's cards is in it."""

from game.admin import accounts, games, people, said, waiting

__all__ = ["accounts", "games", "people", "said", "waiting"]
