"""Time at a table: time controls, turns, absence and vacations."""
