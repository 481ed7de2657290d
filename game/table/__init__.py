"""A live game: played at the table, written by the ledger, broadcast to its watchers."""
