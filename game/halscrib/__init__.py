"""HALSCRIB against people: what it learns about an account, and whether its mixing helps."""
