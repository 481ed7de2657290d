"""Back the whole site up into one file while games run, and restore it into an empty database."""
