"""Appointments: two players agree on a time for a game, and are reminded of it."""
