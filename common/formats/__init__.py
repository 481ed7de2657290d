"""Data in the forms in which files, caches and browsers read it."""
