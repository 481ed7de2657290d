"""Programs: the open API, bots of players, files for other software."""
