"""The discard of the day: six cards from a finished game, and the votes of all players on the discard."""
