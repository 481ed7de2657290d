"""A player's profile: standings, points over time, and statistics of their play."""
