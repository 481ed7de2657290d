"""The page and the calls of the trainer."""
