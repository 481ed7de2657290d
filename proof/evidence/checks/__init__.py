"""Checks of the evidence of a game: its transcript, and the receipts that a player has kept."""
