"""Measure the quality of the luck-adjusted result on games between bots."""
