"""Watches an hour of moderate play for what grows: memory, open files, threads, connections."""
