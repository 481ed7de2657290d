"""Evenings and a club of sample players, one of which runs while a host looks."""

NEEDS = ("tournaments",)
