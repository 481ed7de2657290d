"""Seasons of thirteen weeks: their nights, their standings, and the bracket that decides them."""
