"""Checks of what was kept of a game: of its transcript, and of the receipts of a player."""
