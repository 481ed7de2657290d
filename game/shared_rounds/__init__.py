"""Rounds in which several tables are dealt the same cards."""
