"""The trainer: a player's own mistakes as exercises, repeated until they are learnt."""
