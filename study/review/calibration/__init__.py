"""Measure whether predictions of reviews come true, in games of Advanced against itself."""
