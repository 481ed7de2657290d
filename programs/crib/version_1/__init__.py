"""Format 1 of .crib: one canonical text for each game. It is read for ever, and no longer written."""
