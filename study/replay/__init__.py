"""Replays of finished games with all cards."""
