"""HALSCRIB among people: what it learns of an account, and whether its mixing helps against people."""
