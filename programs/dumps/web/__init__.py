"""The page, files and feed of the dumps."""
