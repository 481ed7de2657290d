"""Samples of razz hands, and their distance from the exact distribution."""
