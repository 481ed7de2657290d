"""Programs: the open API, players' bots, and files for other software."""
