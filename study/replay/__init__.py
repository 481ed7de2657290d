"""Replays of finished games, with all their cards open."""
