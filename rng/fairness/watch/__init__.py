"""The monitor of our own deals: bets against the shuffle, updated with each recorded deal."""
