"""The trainer: one's own mistakes, shown again until they are made no more."""
