"""The pages and calls of the daily game."""
