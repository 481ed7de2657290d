"""Moves, views and events as JSON."""
