"""What a shuffle's bias is worth to a player who knows it."""
