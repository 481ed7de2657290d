"""Management commands of the dumps."""
