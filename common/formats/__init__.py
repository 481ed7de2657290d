"""Data formats of files, caches and browsers."""
