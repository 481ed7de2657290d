"""Randomness: the only package that generates, records, proves and tests it."""
