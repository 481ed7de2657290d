"""Tournaments: events, seasons, the director's desk, and their part of a club's page."""
