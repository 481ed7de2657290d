"""The coach: up to three sentences about a player's decisions in a reviewed game."""
