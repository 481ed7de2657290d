"""Evenings: nights, hours, duels, brackets and round robins."""
