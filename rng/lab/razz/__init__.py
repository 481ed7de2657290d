"""Razz, exact and sampled, from single cards and from ranges."""
