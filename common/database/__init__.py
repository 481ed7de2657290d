"""Precompiled queries, the thread that runs them, and the database's time."""
