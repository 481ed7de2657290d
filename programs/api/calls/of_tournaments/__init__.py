"""Calls about events."""

NEEDS = ("tournaments",)
