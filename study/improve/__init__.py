"""The page for players who want to play better: lessons, exercises and their reviewed games."""
