"""The director's desk: a night over the board, with players who need no account."""
