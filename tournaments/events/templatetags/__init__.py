"""Template tags of events."""
