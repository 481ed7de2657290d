"""Decisions of bots: their random streams, the fallback move, and their replay by anyone."""
