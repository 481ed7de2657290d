"""Backs the site up into one file while people play, and restores it into an empty database."""
