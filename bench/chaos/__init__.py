"""Breaks the site under people who go on playing: kills, freezes, and wrong answers."""
