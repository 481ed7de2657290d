"""Seasons of thirteen weeks: their nights, their order, and the bracket that decides them."""
