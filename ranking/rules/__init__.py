"""The rules of the ladder as pure functions: what a game is worth, levels, and where points end."""
