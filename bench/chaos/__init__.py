"""Inject faults while games run: kills, freezes, and wrong answers."""
