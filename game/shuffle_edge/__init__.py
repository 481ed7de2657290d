"""Measures how many points a player gains by knowing a shuffle's bias."""
