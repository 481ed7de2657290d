"""The throw of the day: six cards from a finished game, the same for everybody, and what the field throws."""
