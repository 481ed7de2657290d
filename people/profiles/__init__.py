"""A player's page: where they stand, how they came there, and how they play."""
