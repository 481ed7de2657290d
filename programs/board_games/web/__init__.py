"""The pages and calls of games over the board."""
