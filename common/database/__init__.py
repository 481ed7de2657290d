"""Queries that are compiled once, the thread that they run in, and the time of the database."""
