"""Watch an hour of moderate play for growth: memory, open files, threads, connections."""
