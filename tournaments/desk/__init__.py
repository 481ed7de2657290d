"""The director's desk: an in-person evening whose players need no account."""
