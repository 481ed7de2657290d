"""Live games: played at a table, written by the ledger, broadcast to watchers."""
