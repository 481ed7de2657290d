"""A finished game played over again, with all its cards open."""
