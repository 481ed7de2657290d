"""Calls about figures, reviews and the daily game."""

NEEDS = ("study",)
