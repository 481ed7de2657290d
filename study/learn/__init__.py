"""The lesson: cribbage taught from the start, with real hands."""
