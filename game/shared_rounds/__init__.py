"""Rounds at which several tables are dealt the same cards."""
